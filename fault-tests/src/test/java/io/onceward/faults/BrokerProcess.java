// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.fixture.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The broker of the cluster, in its own process. */
final class BrokerProcess implements AutoCloseable {

    /** The transaction of a consumer that died is given up after so long; handlers take no longer. */
    private static final int TRANSACTION_MILLIS = 30_000;

    private final int port = FreePort.find();
    private final Path history;
    private final Path count;
    private final JvmMember process;

    BrokerProcess(Path folder) throws IOException {
        Path own = Files.createDirectories(folder.toAbsolutePath());
        history = own.resolve("history.txt");
        count = own.resolve("count.txt");
        List<String> options = new ArrayList<>(Jvm.SMALL);
        options.add("-Xmx512m");
        options.add("-Dbroker.max-delivery-attempts=-1");
        options.add("-Dbroker.transaction-timeout=" + TRANSACTION_MILLIS);
        process = new JvmMember(
                new Jvm(own, options),
                "broker",
                StormBroker.class,
                List.of(Integer.toString(port), own.resolve("data").toString(), history.toString(), count.toString()));
    }

    int port() {
        return port;
    }

    /** Returns the file with the {@link BrokerHistory}. */
    Path history() {
        return history;
    }

    /** Returns the number of messages in the queues of all channels. */
    long messages() throws IOException {
        return Long.parseLong(Files.readString(count));
    }

    void start() throws IOException {
        process.start();
    }

    void kill() {
        process.kill();
    }

    void pause() {
        process.pause();
    }

    void resume() {
        process.resume();
    }

    void fillDisk() throws IOException {
        process.send(StormBroker.FULL);
    }

    void freeDisk() throws IOException {
        process.send(StormBroker.FREE);
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            process.kill();
        }
    }
}
