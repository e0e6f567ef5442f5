// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.fixture.Await;
import io.onceward.fixture.FreePort;
import io.onceward.fixture.ProcessBroker;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An OpenMQ broker in a process of its own, without an application server. The build unpacks it. */
final class OpenMqProcess implements ProcessBroker {

    /** Where OpenMQ was unpacked. */
    static final Path HOME = Path.of("target", "openmq", "mq").toAbsolutePath();

    private final Path folder;
    private final int port = FreePort.find();
    private Process process;

    /** @param folder for data and output */
    OpenMqProcess(Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    @Override
    public OpenMqProcess start() throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "openmq", ".txt");
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        libraries("imqbroker.jar", "imqutil.jar"),
                        "-Dimq.home=" + HOME,
                        "-Dimq.libhome=" + HOME.resolve("lib"),
                        "-Dimq.etchome=" + HOME.resolve("etc"),
                        "-Dimq.varhome=" + folder.resolve("data"),
                        "com.sun.messaging.jmq.jmsserver.Broker",
                        "-tty",
                        "-port",
                        Integer.toString(port),
                        "-Dimq.hostname=127.0.0.1",
                        "-Dimq.jmx.connector.activelist=",
                        "-Dimq.service.activelist=jms")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Await.until(Await.START, "OpenMQ", () -> isReady(output));
        return this;
    }

    private static String libraries(String... names) {
        return Stream.of(names)
                .map(name -> HOME.resolve("lib").resolve(name).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private boolean isReady(Path output) {
        try {
            String text = Files.readString(output);
            if (!process.isAlive()) {
                throw new IllegalStateException("OpenMQ did not start: " + text);
            }
            return text.contains("[B1039]");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String address() {
        return "mq://127.0.0.1:" + port + "/jms";
    }

    @Override
    public Process process() {
        return process;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
