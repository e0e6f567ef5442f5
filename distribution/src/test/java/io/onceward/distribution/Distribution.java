// SPDX-License-Identifier: Apache-2.0
package io.onceward.distribution;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The zip file of a release: the contents of its files, by their paths below its folder. */
final class Distribution {

    private final SortedMap<String, byte[]> files = new TreeMap<>();

    Distribution(Path zip, String folder) throws IOException {
        try (ZipFile file = new ZipFile(zip.toFile())) {
            for (ZipEntry entry : file.stream().toList()) {
                if (!entry.getName().startsWith(folder + "/")) {
                    throw new AssertionError(entry.getName() + " is not in " + folder);
                }
                if (!entry.isDirectory()) {
                    files.put(
                            entry.getName().substring(folder.length() + 1),
                            file.getInputStream(entry).readAllBytes());
                }
            }
        }
    }

    Set<String> names() {
        return files.keySet();
    }

    /** Returns whether there is a file, or a folder with files. */
    boolean has(String path) {
        return files.containsKey(path) || !files.subMap(path + "/", path + "0").isEmpty();
    }

    byte[] bytes(String path) {
        return files.get(path);
    }

    String text(String path) {
        return new String(bytes(path), StandardCharsets.UTF_8);
    }

    /** Returns all times of the entries of an archive. */
    static Set<LocalDateTime> times(Path archive) throws IOException {
        try (ZipFile file = new ZipFile(archive.toFile())) {
            Set<LocalDateTime> times = new TreeSet<>();
            file.stream().forEach(entry -> times.add(entry.getTimeLocal()));
            return times;
        }
    }
}
