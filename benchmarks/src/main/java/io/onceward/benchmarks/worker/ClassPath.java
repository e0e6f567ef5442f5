// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.worker;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The class path of a JVM that is measured. */
public record ClassPath(List<Path> entries) {

    /** What does the measuring is of this build in each JVM. */
    private static final List<String> MEASURING = List.of("onceward-benchmarks", "onceward-test-fixtures");

    /** The class path of this JVM, with what the manifests of its JARs add. */
    public static ClassPath own() throws IOException {
        List<Path> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            add(Path.of(entry).toAbsolutePath(), entries);
        }
        return new ClassPath(entries);
    }

    private static void add(Path entry, List<Path> entries) throws IOException {
        entries.add(entry);
        if (!Files.isRegularFile(entry)) {
            return;
        }
        try (JarFile jar = new JarFile(entry.toFile())) {
            Manifest manifest = jar.getManifest();
            String more = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            if (more != null) {
                URI base = entry.toUri();
                Arrays.stream(more.split(" "))
                        .map(each -> Path.of(base.resolve(each)))
                        .filter(each -> Files.exists(each) && !entries.contains(each))
                        .forEach(entries::add);
            }
        }
    }

    /**
     * Returns this class path with another build of Onceward.
     *
     * @param folder its JARs
     * @throws IOException if the folder cannot be read, or has no JAR of Onceward
     */
    public ClassPath with(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.list(folder)) {
            all = files.filter(ClassPath::isOnceward).sorted().collect(Collectors.toCollection(ArrayList::new));
        }
        if (all.isEmpty()) {
            throw new IOException(folder + " has no JAR of Onceward");
        }
        entries.stream().filter(entry -> !isOnceward(entry)).forEach(all::add);
        return new ClassPath(all);
    }

    private static boolean isOnceward(Path entry) {
        String name = entry.getFileName().toString();
        return name.startsWith("onceward-")
                && name.endsWith(".jar")
                && MEASURING.stream().noneMatch(name::startsWith);
    }

    @Override
    public String toString() {
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
