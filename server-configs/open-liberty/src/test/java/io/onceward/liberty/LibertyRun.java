// SPDX-License-Identifier: Apache-2.0
package io.onceward.liberty;

import io.onceward.scenarios.fixture.ChildProcess;
import io.onceward.scenarios.fixture.ClusterServer;
import io.onceward.scenarios.fixture.ServerUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;

/** @param ended gets the server's folder after its last use */
record LibertyRun(ChildProcess process, LibertyServer server, int httpPort, Consumer<LibertyServer> ended)
        implements ClusterServer.Node {

    private static final Pattern DEPLOYED = Pattern.compile("CWWKZ0001I: Application (\\S+) started");
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @Override
    public String log() {
        return process.log();
    }

    @Override
    public Set<String> deployed() {
        return DEPLOYED.matcher(log()).results().map(result -> result.group(1)).collect(Collectors.toSet());
    }

    @Override
    public URI address(String application) {
        return URI.create("http://127.0.0.1:" + httpPort + "/" + application + "/");
    }

    @Override
    public void deploy(Archive<?> application) {
        ServerUnderTest.current().adapt(application);
        String name = application.getName();
        Path file = server.folder().resolve(name);
        application.as(ZipExporter.class).exportTo(file.toFile(), true);
        String base = name.substring(0, name.lastIndexOf('.'));
        await(
                () -> Files.move(
                        file, server.dropins().resolve(name), java.nio.file.StandardCopyOption.REPLACE_EXISTING),
                "CWWKZ0001I: Application " + base + " started",
                "CWWKZ0003I: The application " + base + " updated",
                "CWWKZ0002E: An exception occurred while starting the application " + base + ".",
                "CWWKZ0004E: An exception occurred while starting the application " + base + ".");
    }

    @Override
    public void undeploy(String application) {
        await(
                () -> {
                    for (String extension : Set.of(".war", ".ear")) {
                        Files.deleteIfExists(server.dropins().resolve(application + extension));
                    }
                },
                "CWWKZ0009I: The application " + application + " has stopped");
    }

    /** Does something, and waits until the log says one of these once more. */
    private void await(Action action, String... messages) {
        try {
            long before = count(messages);
            action.run();
            for (long end = System.nanoTime() + PATIENCE.toNanos(); count(messages) == before; Thread.sleep(50)) {
                if (System.nanoTime() > end) {
                    throw new IllegalStateException(
                            "not logged in time: " + String.join(" or ", messages) + "\n" + log());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private long count(String... messages) {
        return log().lines()
                .filter(line -> Stream.of(messages).anyMatch(line::contains))
                .count();
    }

    @Override
    public void kill() {
        process.stop(false);
        ended.accept(server);
    }

    @Override
    public void close() {
        boolean alive = process.isAlive();
        process.terminate();
        if (alive) {
            ended.accept(server);
        }
    }

    private interface Action {
        void run() throws IOException;
    }
}
