// SPDX-License-Identifier: Apache-2.0
package io.oncebox.examples.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** One run of the example: its ports, and a directory of its own for logs, configuration and temporary files. */
record Run(Installation installation, Ports ports, Path directory) {

    /** Makes an empty directory; runs on different ports may go side by side. */
    static Run prepare(Installation installation, Ports ports) {
        Path directory = installation.home().resolve("run-" + ports.http());
        try {
            delete(directory);
            Files.createDirectories(directory.resolve("tmp"));
            return new Run(installation, ports, directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> tree = Files.walk(directory)) {
                for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    Child startBroker() {
        List<String> command = new ArrayList<>(java("128m"));
        command.addAll(List.of("-jar", installation.broker().toString()));
        command.addAll(List.of(
                String.valueOf(ports.broker()), directory.resolve("broker-data").toString()));
        return Child.start("broker", directory, command, line -> {});
    }

    Child startServer(Consumer<String> log) {
        List<String> command = new ArrayList<>(java("384m"));
        command.add("-Dartemis.port=" + ports.broker());
        command.add("-Dartemis.rar=" + installation.resourceAdapter().toString().replace('\\', '/'));
        command.addAll(List.of("-jar", installation.server().toString()));
        command.addAll(List.of("--nocluster", "--nohazelcast", "--disablephonehome"));
        command.addAll(List.of("--port", String.valueOf(ports.http())));
        command.addAll(List.of("--logproperties", file("logging.properties")));
        command.addAll(List.of("--prebootcommandfile", file("preboot.asadmin")));
        command.addAll(List.of(
                "--postbootcommandfile", installation.serverConfiguration().toString()));
        command.addAll(List.of(
                "--contextroot", "/", "--deploy", installation.application().toString()));
        return Child.start("server", directory, command, log);
    }

    /** A Java process on the leash, up to its own options. */
    private List<String> java(String maxHeap) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + installation.leash(),
                "-Xmx" + maxHeap,
                "-Djava.io.tmpdir=" + directory.resolve("tmp"));
    }

    private String file(String name) {
        try (InputStream resource = Run.class.getResourceAsStream(name)) {
            Path file = directory.resolve(name);
            Files.copy(resource, file);
            return file.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
