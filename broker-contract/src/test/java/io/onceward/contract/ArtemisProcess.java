// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.fixture.Await;
import io.onceward.fixture.FreePort;
import io.onceward.fixture.ProcessBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An Artemis broker in a process of its own. It creates no queue by itself, and redelivers messages at once. */
final class ArtemisProcess implements ProcessBroker {

    /** Printed when the broker accepts connections. */
    static final String READY = "Artemis is ready";

    private final Path folder;
    private final Class<?> main;
    private final int port = FreePort.find();
    private Process process;

    /**
     * @param folder for data and output
     * @param main the class of the broker, whose arguments are a port and a folder
     */
    ArtemisProcess(Path folder, Class<?> main) {
        this.folder = folder.toAbsolutePath();
        this.main = main;
    }

    /** The broker ends with the standard input that this process gives it. */
    @Override
    public ArtemisProcess start() throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "artemis", ".txt");
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dbroker.auto-create=false",
                        "-Dbroker.redelivery-delay=0",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        Integer.toString(port),
                        folder.resolve("data").toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Await.until(Await.START, "Artemis", () -> isReady(output));
        return this;
    }

    private boolean isReady(Path output) {
        try {
            String text = Files.readString(output);
            if (!process.isAlive()) {
                throw new IllegalStateException("Artemis did not start: " + text);
            }
            return text.contains(READY);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String address() {
        return "tcp://127.0.0.1:" + port;
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
