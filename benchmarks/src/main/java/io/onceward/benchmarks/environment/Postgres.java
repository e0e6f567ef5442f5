// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.environment;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A PostgreSQL server that loses nothing when the machine does, with one database for each contestant. */
public final class Postgres implements Server {

    private static final String USER = "postgres";

    /** The log of PostgreSQL's default, without what the capture of events needs. */
    public static final String DEFAULT_LOG = "replica";

    /** The log that the capture of events needs. */
    public static final String LOGICAL_LOG = "logical";

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(60);

    private static final List<String> REPORTED_SETTINGS = List.of(
            "server_version",
            "fsync",
            "synchronous_commit",
            "full_page_writes",
            "wal_level",
            "wal_sync_method",
            "shared_buffers",
            "max_wal_size",
            "max_prepared_transactions");

    private final EmbeddedPostgres server;
    private final long pid;

    private Postgres(EmbeddedPostgres server, long pid) {
        this.server = server;
        this.pid = pid;
    }

    /**
     * Starts it. The embedding library switches durability off, for tests; here it is on.
     *
     * @param walLevel how much its log has
     */
    public static Postgres start(Path folder, String walLevel) throws IOException {
        Path data = folder.resolve("postgresql");
        ProcessBuilder.Redirect log = ProcessBuilder.Redirect.appendTo(
                folder.resolve("postgresql.log").toFile());
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setOverrideWorkingDirectory(
                        folder.resolve("postgresql-binaries").toFile())
                .setPGStartupWait(Duration.ofSeconds(60))
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("wal_level", walLevel)
                .setServerConfig("wal_sender_timeout", "0") // a reader is suspended while others are measured
                .setServerConfig("shared_buffers", "1GB")
                .setServerConfig("min_wal_size", "1GB")
                .setServerConfig("max_wal_size", "8GB")
                .setServerConfig("checkpoint_timeout", "30min")
                .setServerConfig("max_connections", "600")
                .setServerConfig("max_prepared_transactions", "100")
                .setOutputRedirector(log)
                .setErrorRedirector(log)
                .start();
        String first = Files.readAllLines(data.resolve("postmaster.pid")).get(0);
        return new Postgres(server, Long.parseLong(first.strip()));
    }

    public int port() {
        return server.getPort();
    }

    /** The process from which all others of the server come. */
    public long pid() {
        return pid;
    }

    /** The settings that decide about durability and speed, as the server itself tells them. */
    @Override
    public String settings() throws SQLException {
        StringJoiner all = new StringJoiner(", ", "PostgreSQL: ", "");
        try (Connection connection = connect(USER);
                Statement statement = connection.createStatement()) {
            for (String setting : REPORTED_SETTINGS) {
                try (ResultSet value = statement.executeQuery("SHOW " + setting)) {
                    value.next();
                    all.add(setting + "=" + value.getString(1));
                }
            }
        }
        return all.toString();
    }

    @Override
    public Database create(String name) throws SQLException {
        try (Connection connection = connect(USER);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        return new Database(server.getJdbcUrl(USER, name), USER, pid);
    }

    /** Writes out what is dirty, so that no slice pays for the one before it. */
    public void checkpoint() throws SQLException {
        try (Connection connection = connect(USER);
                Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
        }
    }

    private Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(server.getJdbcUrl(USER, database), USER, "");
    }

    /** The embedding library itself waits for five seconds only. */
    @Override
    public void close() throws IOException {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        server.close();
        try {
            if (process.isPresent()) {
                process.get().onExit().get(STOP_PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the database did not end", e);
        }
    }
}
