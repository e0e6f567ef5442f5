// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.fixture.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A durable PostgreSQL: a folder of data and, while it runs, its processes. They end with this process at the latest. */
final class PostgresServer {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final String SETTINGS = """
            listen_addresses = '127.0.0.1'
            unix_socket_directories = ''
            max_connections = 200
            shared_buffers = 64MB
            fsync = on
            synchronous_commit = on
            wal_level = replica
            max_wal_senders = 5
            max_replication_slots = 5
            hot_standby = on
            wal_retrieve_retry_interval = 200ms
            timezone = 'UTC'
            """;

    /** Kills the server when its own input ends. */
    private static final String UNTIL_INPUT_ENDS = "\"$@\" & cat > /dev/null; kill -KILL $! 2> /dev/null";

    private final PostgresPrograms programs;
    private final Path data;
    private final int port = FreePort.find();
    private Process keeper;

    /** One with this data. */
    PostgresServer(PostgresPrograms programs, Path data) {
        this.programs = programs;
        this.data = data;
    }

    /** One that is new and empty. */
    static PostgresServer create(PostgresPrograms programs, Path data) throws IOException, InterruptedException {
        Path log = data.resolveSibling(data.getFileName() + ".initdb.log");
        Process creation = new ProcessBuilder(programs.command(
                        "initdb", "-D", data.toString(), "-U", "postgres", "-A", "trust", "-E", "UTF-8", "--locale=C"))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (creation.waitFor() != 0) {
            throw new IOException("no database was created:\n" + Files.readString(log));
        }
        Files.writeString(data.resolve("postgresql.conf"), SETTINGS, StandardOpenOption.APPEND);
        return new PostgresServer(programs, data);
    }

    int port() {
        return port;
    }

    Path data() {
        return data;
    }

    /** Returns when it takes connections. */
    void start() throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", UNTIL_INPUT_ENDS, "sh"));
        command.addAll(programs.command("postgres", "-D", data.toString(), "-p", Integer.toString(port)));
        Path log = data.resolveSibling(data.getFileName() + ".log");
        Files.deleteIfExists(pidFile());
        keeper = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!takesConnections()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("the database did not start:\n" + Files.readString(log));
            }
            Pause.millis(20);
        }
    }

    private boolean takesConnections() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port
                + "/postgres?user=postgres&loginTimeout=5&ApplicationName=" + Database.OBSERVER);
    }

    /** SIGKILL to all of its processes, before one of them sees another one die. */
    void kill() throws IOException, InterruptedException {
        if (Files.exists(pidFile())) {
            Signals.killTree(Long.parseLong(Files.readAllLines(pidFile()).get(0).strip()));
        }
        if (keeper != null) {
            keeper.getOutputStream().close();
            keeper.waitFor();
        }
    }

    /** Its data are of no more use. */
    void delete() throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private Path pidFile() {
        return data.resolve("postmaster.pid");
    }
}
