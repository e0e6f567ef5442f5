// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.fixture.BrokerServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The nodes of a test with a broker in Artemis' place, each with a folder and a log of its own. */
final class OtherBrokerNodes {

    /** A node that runs. */
    record Running(Process process, Path log) {

        /** Returns how the node ended; fails if it does not end in time. */
        Ending end() throws IOException, InterruptedException {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("a node did not end:\n" + Files.readString(log));
            }
            return new Ending(process.exitValue(), log);
        }
    }

    private static final int PATIENCE_SECONDS = 200;

    private final Path folder;
    private final String databaseUrl;
    private final OtherBroker broker;
    private final BrokerServer server;
    private int started;

    OtherBrokerNodes(Path folder, String databaseUrl, OtherBroker broker, BrokerServer server) {
        this.folder = folder;
        this.databaseUrl = databaseUrl;
        this.broker = broker;
        this.server = server;
    }

    /** Returns a task with orders of a round of its own. */
    NodeTask nextTask() {
        return NodeTask.place("round" + started);
    }

    Running start(NodeTask task) throws IOException {
        started++;
        Path log = folder.resolve("node-" + started + ".log");
        Process process = new Jvm(Files.createDirectory(folder.resolve("node-" + started)), Jvm.SMALL)
                .start(
                        log,
                        OtherBrokerNode.class.getName(),
                        List.of(databaseUrl, broker.name(), server.address(), task.line()));
        return new Running(process, log);
    }
}
