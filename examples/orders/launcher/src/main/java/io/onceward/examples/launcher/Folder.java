// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The folder of a run, with its configuration, logs, temporary files and data. */
record Folder(Installation installation, Path path) {

    private static final String DATA = "data";

    /** Makes the folder. It is empty, or has only the data of the last run. */
    static Folder prepare(Installation installation, Options options) {
        Path path = installation
                .home()
                .resolve("run-" + options.http() + "-" + options.broker().option());
        try {
            delete(path, options.keepsData() ? path.resolve(DATA) : path.resolveSibling("none"));
            Files.createDirectories(path.resolve(DATA));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Folder(installation, path);
    }

    private static void delete(Path folder, Path kept) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> tree = Files.walk(folder)) {
                for (Path each : tree.sorted(Comparator.reverseOrder()).toList()) {
                    if (!each.startsWith(kept) && !kept.startsWith(each)) {
                        Files.delete(each);
                    }
                }
            }
        }
    }

    /** Returns a path for data that survive a kill, and the end of the run. */
    String data(String name) {
        return path.resolve(DATA).resolve(name).toString();
    }

    /**
     * Returns a Java command of a process on the leash, up to its own options, with an empty directory of temporary files. The JVM
     * compiles fast rather than well, so that the example starts soon.
     */
    List<String> java(String process, String maxHeap) {
        Path temporary = path.resolve("tmp-" + process);
        try {
            delete(temporary, path.resolve(DATA));
            Files.createDirectories(temporary);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + installation.leash(),
                "-Xmx" + maxHeap,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + temporary));
    }

    /** Starts a process in this folder. Its log is a file with its name. */
    Child start(String name, List<String> command, Map<String, String> variables, Consumer<String> listener) {
        return Child.start(name, path, command, variables, listener);
    }

    /** Copies a resource of the launcher. Returns the path of the file. */
    String copy(String resource) {
        return write(resource, text(resource));
    }

    /** Returns the text of a resource of the launcher. */
    static String text(String resource) {
        try (InputStream in = Folder.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file. Returns its path. */
    String write(String name, String text) {
        try {
            return Files.writeString(path.resolve(name), text).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
