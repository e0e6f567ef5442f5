// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/**
 * The database of the cluster: a PostgreSQL and its synchronous replica, without which nothing commits. When the first is
 * gone the second takes its place, and has a replica of its own afterwards.
 */
final class Database implements AutoCloseable {

    /** By which the connections of the harness are known. */
    static final String OBSERVER = "observer";

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final PostgresPrograms programs;
    private final Path folder;
    private int servers;
    private volatile PostgresServer primary;
    private PostgresServer replica;
    private PostgresServer gone;

    Database(Path folder) throws IOException, SQLException, InterruptedException {
        this(folder, "");
    }

    /** @param settings more lines of postgresql.conf */
    Database(Path folder, String settings) throws IOException, SQLException, InterruptedException {
        this.folder = folder.toAbsolutePath();
        Files.createDirectories(this.folder);
        programs = PostgresPrograms.unpack();
        primary = PostgresServer.create(programs, nextFolder());
        Files.writeString(primary.data().resolve("postgresql.conf"), settings, StandardOpenOption.APPEND);
    }

    /** For the first time. */
    void open() throws IOException, SQLException {
        primary.start();
        replicate();
    }

    private Path nextFolder() {
        return folder.resolve("server-" + ++servers);
    }

    int port() {
        return primary.port();
    }

    int portOfReplica() {
        return replica.port();
    }

    Connection connect() throws SQLException {
        return primary.connect();
    }

    void kill() throws IOException, InterruptedException {
        primary.kill();
    }

    /** After {@link #kill()}. */
    void restart() throws IOException {
        primary.start();
    }

    /** Waits until the replica has all that can be seen. */
    void awaitReplica() throws SQLException {
        String position = ask("SELECT pg_current_wal_lsn()");
        await("SELECT EXISTS (SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'"
                + " AND flush_lsn >= '" + position + "')");
    }

    /** The replica becomes the primary. */
    void promote() throws IOException, SQLException {
        try (Connection connection = replica.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_promote(true, 60)")) {
            row.next();
            if (!row.getBoolean(1)) {
                throw new IOException("the replica was not promoted");
            }
        }
        gone = primary;
        primary = replica;
        replica = null;
    }

    /** Makes a replica, and lets each commit wait for it from then on. */
    void replicate() throws IOException, SQLException {
        Path data = nextFolder();
        String slot = "replica_" + servers;
        try (Connection connection = primary.connect()) {
            execute(connection, "SELECT pg_create_physical_replication_slot('" + slot + "', true)");
            BaseBackup.take(connection, primary.data(), data);
        }
        Files.writeString(data.resolve("postgresql.auto.conf"), """
                primary_conninfo = 'host=127.0.0.1 port=%d user=postgres application_name=replica'
                primary_slot_name = '%s'
                """.formatted(primary.port(), slot));
        Files.createFile(data.resolve("standby.signal"));
        replica = new PostgresServer(programs, data);
        replica.start();
        await("SELECT EXISTS (SELECT 1 FROM pg_stat_replication WHERE state = 'streaming')");
        try (Connection connection = primary.connect()) {
            execute(connection, "ALTER SYSTEM SET synchronous_standby_names = '*'");
            execute(connection, "SELECT pg_reload_conf()");
        }
        awaitReplica();
        try (Connection connection = primary.connect()) {
            execute(connection, "CHECKPOINT"); // by the process that also tells all others to wait for the replica
        }
        if (gone != null) {
            gone.delete();
            gone = null;
        }
    }

    private String ask(String query) throws SQLException {
        try (Connection connection = primary.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private void await(String query) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!ask(query).equals("t")) {
            if (System.nanoTime() - deadline > 0) {
                throw new SQLException("the replica does not follow");
            }
            Pause.millis(50);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        if (replica != null) {
            replica.kill();
        }
        primary.kill();
    }
}
