// SPDX-License-Identifier: Apache-2.0
package io.onceward.migrations;

import io.onceward.fixture.MemoryDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The versioned files of one database, by version. */
final class MigrationFiles {

    private static final Path FOLDER = Path.of("src/main/resources/META-INF/onceward/migrations");
    private static final Pattern NAME = Pattern.compile("V(\\d+)__onceward_[a-z_]+\\.sql");

    private final SortedMap<Integer, Path> files = new TreeMap<>();

    MigrationFiles(String database) {
        try (Stream<Path> all = Files.list(FOLDER.resolve(database))) {
            for (Path file : all.toList()) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (!name.matches() || files.put(Integer.valueOf(name.group(1)), file) != null) {
                    throw new AssertionError("The file is not V<version>__onceward_<change>.sql: " + file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the names of the files. */
    Stream<String> names() {
        return files.values().stream().map(file -> file.getFileName().toString());
    }

    /** Returns all versions but the newest, the oldest first. */
    Iterable<Integer> earlierVersions() {
        return files.headMap(files.lastKey()).keySet();
    }

    int newestVersion() {
        return files.lastKey();
    }

    /** Creates the tables of a version, as a user would by hand. */
    void install(MemoryDatabase database, int version) {
        for (Path file : files.headMap(version + 1).values()) {
            try {
                for (String statement :
                        Files.readString(file).replaceAll("(?m)^\\s*--.*$", "").split(";")) {
                    if (!statement.isBlank()) {
                        database.sql(statement);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
