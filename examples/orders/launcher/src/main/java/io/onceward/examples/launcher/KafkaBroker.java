// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Kafka, from the folder {@code server-configs/kafka}, with the topics of the example. */
final class KafkaBroker implements AdapterSetup.BrokerProcess {

    private final int port;
    private final int controller = Options.freePort();
    private final Folder folder;
    private final ReadyMessage ready = new ReadyMessage("Kafka is ready");

    KafkaBroker(int port, Folder folder) {
        this.port = port;
        this.folder = folder;
    }

    @Override
    public Child start() {
        Path target = folder.installation().kafka();
        List<String> command = folder.java("broker", "256m");
        command.addAll(List.of(
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Dkafka.topics=orders,billed,orders.dead-letter,billed.dead-letter",
                "-cp",
                target.resolve("classes") + File.pathSeparator + libraries(target.resolve("class-path.txt")),
                "io.onceward.kafka.broker.Broker",
                Integer.toString(port),
                Integer.toString(controller),
                folder.data("kafka")));
        return folder.start("broker", command, Map.of(), ready.reset());
    }

    private static String libraries(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Probe probe() {
        return ready;
    }
}
