// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/** A copy of a running PostgreSQL's data by the functions for backups, as its manual describes it under "low-level API". */
final class BaseBackup {

    /** Folders whose content is the server's own, or comes by streaming. */
    private static final Set<String> EMPTY = Set.of(
            "pg_wal",
            "pg_replslot",
            "pg_dynshmem",
            "pg_notify",
            "pg_serial",
            "pg_snapshots",
            "pg_stat_tmp",
            "pg_subtrans");

    private static final Set<String> OMITTED =
            Set.of("postmaster.pid", "postmaster.opts", "postgresql.auto.conf", "standby.signal", "backup_label.old");

    private static final String CONTROL = "global/pg_control";

    private BaseBackup() {}

    /**
     * @param connection to the server, which has a replication slot from before
     * @param from its data
     * @param to a folder that does not exist
     */
    static void take(Connection connection, Path from, Path to) throws IOException, SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('replica', true)");
            copy(from, to);
            try (ResultSet row = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                row.next();
                Files.writeString(to.resolve("backup_label"), row.getString(1));
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Path name = from.relativize(folder);
                Files.createDirectory(
                        to.resolve(name.toString()),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                return EMPTY.contains(name.toString()) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = from.relativize(file).toString();
                if (!OMITTED.contains(name) && !name.equals(CONTROL)) {
                    copyIfThere(file, to.resolve(name));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        Files.copy(from.resolve(CONTROL), to.resolve(CONTROL), StandardCopyOption.COPY_ATTRIBUTES);
    }

    /** Copies a file, unless the server has deleted it meanwhile; the server's log has its contents. */
    private static void copyIfThere(Path file, Path copy) throws IOException {
        try {
            Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        } catch (NoSuchFileException e) {
            Files.deleteIfExists(copy);
        }
    }
}
