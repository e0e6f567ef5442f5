// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.kafka;

import io.oncebox.fixture.FreePort;
import io.oncebox.scenarios.fixture.ChildProcess;
import io.oncebox.scenarios.fixture.Fixtures;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The broker of {@code server-configs/kafka}, in a process of its own. Close it. */
final class KafkaProcess implements AutoCloseable {

    private final int port = FreePort.find();
    private final ChildProcess process;

    KafkaProcess() {
        Path module = Path.of(Fixtures.required("oncebox.server.configuration"), "..", "kafka", "target");
        Path data = Fixtures.directory().resolve("kafka");
        Fixtures.delete(data);
        process = ChildProcess.start(
                "kafka",
                List.of(
                        ChildProcess.java(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-cp",
                        module.resolve("classes") + File.pathSeparator + libraries(module),
                        "io.oncebox.kafka.broker.Broker",
                        Integer.toString(port),
                        Integer.toString(FreePort.find()),
                        data.toString()),
                Fixtures.directory().resolve("kafka.log"),
                line -> line.contains("Kafka is ready on "),
                Duration.ofSeconds(120));
    }

    private static String libraries(Path module) {
        try {
            return Files.readString(module.resolve("class-path.txt")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.close();
    }
}
