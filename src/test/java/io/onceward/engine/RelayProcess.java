// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.TestPublisher;
import io.onceward.spi.OutboxEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A relay in its own JVM that prints the id of each published event and {@link System#nanoTime()}, which all processes of the
 * machine share. It ends when its standard input ends.
 */
final class RelayProcess implements AutoCloseable {

    private static final String CLOCK = "clock: ";

    private final Queue<Publication> publications = new ConcurrentLinkedQueue<>();
    private final Process process;
    private volatile Instant clock;
    private boolean killed;

    /** An event and when it was published, by {@link System#nanoTime()}. */
    record Publication(String id, long nanos) {}

    /** @param options the options of the JVM */
    RelayProcess(DatabaseServer server, String url, List<String> options, Map<String, String> environment)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RelayProcess.class.getName()));
        command.addAll(List.of(url, server.user(), server.password()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        process = builder.start();
        Thread reader = new Thread(this::read);
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(line -> {
                if (line.startsWith(CLOCK)) {
                    clock = Instant.parse(line.substring(CLOCK.length()));
                } else {
                    int space = line.indexOf(' ');
                    publications.add(
                            new Publication(line.substring(0, space), Long.parseLong(line.substring(space + 1))));
                }
            });
        } catch (UncheckedIOException | IOException e) {
            // the process has ended
        }
    }

    /** Returns its clock's time when it was ready and after each jump; {@code null} before. */
    Instant clock() {
        return clock;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    List<Publication> publications() {
        return List.copyOf(publications);
    }

    List<String> published() {
        return publications.stream().map(Publication::id).toList();
    }

    void kill() throws InterruptedException {
        killed = true;
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        if (killed) {
            return;
        }
        process.getOutputStream().close();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as("exit status").isZero();
    }

    // ---- the process

    /** @param arguments URL, user and password of the database */
    public static void main(String[] arguments) throws Exception {
        Jta jta = new Jta();
        try (AgroalDataSource pool =
                        jta.pool(arguments[0], arguments[1], arguments[2], TransactionIsolation.READ_COMMITTED);
                Polled node =
                        new Polled(new Nodes(jta, new StandardOutput()), Map.of(), pool, Duration.ofMillis(100))) {
            Thread watch = new Thread(RelayProcess::reportJumps);
            watch.setDaemon(true);
            watch.start();
            while (System.in.read() >= 0) {
                // only its end matters
            }
        }
    }

    private static void reportJumps() {
        Instant printed = Instant.EPOCH;
        while (true) {
            Instant now = Instant.now();
            if (Duration.between(printed, now).abs().compareTo(Duration.ofMinutes(30)) > 0) {
                System.out.println(CLOCK + now);
                printed = now;
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    private static final class StandardOutput extends TestPublisher {

        @Override
        protected void publish(OutboxEvent event) {
            System.out.println(event.id() + " " + System.nanoTime());
        }
    }
}
