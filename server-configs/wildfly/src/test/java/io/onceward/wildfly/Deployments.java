// SPDX-License-Identifier: Apache-2.0
package io.onceward.wildfly;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;

/**
 * A server's folder {@code deployments}, with the marker files by which it and the server talk.
 *
 * @param folder the folder
 */
record Deployments(Path folder) {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String DO_DEPLOY = ".dodeploy";
    private static final String DEPLOYED = ".deployed";
    private static final String UNDEPLOYED = ".undeployed";
    private static final String FAILURE_SUFFIX = ".failed";

    /** For a server that does not run. */
    void replaceAll(Archive<?>... applications) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Archive<?> application : applications) {
            export(application);
        }
    }

    Set<String> deployed() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(DEPLOYED) && !name.endsWith(UNDEPLOYED))
                    .map(name -> name.substring(0, name.length() - ".war".length() - DEPLOYED.length()))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The scanner deploys a new archive without a marker, too. So the marker comes first: if the scanner looked between the archive
     * and the marker, it would deploy the archive, and soon again.
     */
    void deploy(Archive<?> application) {
        String name = application.getName();
        delete(name + DEPLOYED);
        delete(name + FAILURE_SUFFIX);
        if (Files.exists(folder.resolve(name))) {
            export(application);
            write(name + DO_DEPLOY);
        } else {
            write(name + DO_DEPLOY);
            export(application);
        }
        await(name, DEPLOYED);
    }

    /** @param application its archive's name without extension */
    void undeploy(String application) {
        String name = Stream.of(application + ".war", application + ".ear")
                .filter(archive -> Files.exists(folder.resolve(archive)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(application + " is not deployed"));
        delete(name + DEPLOYED);
        await(name, UNDEPLOYED);
        delete(name);
        delete(name + UNDEPLOYED);
    }

    /** The scanner sees the whole archive or nothing of it. */
    private void export(Archive<?> application) {
        Path part = folder.resolve(application.getName() + ".part");
        application.as(ZipExporter.class).exportTo(part.toFile(), true);
        try {
            Files.move(part, folder.resolve(application.getName()), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void await(String name, String marker) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!Files.exists(folder.resolve(name + marker))) {
            if (Files.exists(folder.resolve(name + FAILURE_SUFFIX)) || System.nanoTime() > deadline) {
                throw new IllegalStateException(name + " is not " + marker.substring(1));
            }
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    private void write(String name) {
        try {
            Files.writeString(folder.resolve(name), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void delete(String name) {
        try {
            Files.deleteIfExists(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
