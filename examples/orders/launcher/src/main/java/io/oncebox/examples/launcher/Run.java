// SPDX-License-Identifier: Apache-2.0
package io.oncebox.examples.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One run of the example.
 *
 * @param directory its own, for logs, configuration and temporary files
 * @param password of the console's operator, new for each run
 */
record Run(Installation installation, Ports ports, Path directory, String password) {

    /** Makes an empty directory; runs on different ports may go side by side. */
    static Run prepare(Installation installation, Ports ports) {
        Path directory = installation.home().resolve("run-" + ports.http());
        try {
            delete(directory);
            Files.createDirectories(directory.resolve("tmp"));
            return new Run(installation, ports, directory, newPassword());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String newPassword() {
        byte[] random = new byte[9];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().encodeToString(random);
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
        return Child.start("broker", directory, command, Map.of(), line -> {});
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
        return Child.start("server", directory, command, Map.of("EXAMPLE_OPERATOR_PASSWORD", password), log);
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
