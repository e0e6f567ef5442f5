// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.faults.CaptureJournal.Message;
import io.onceward.fixture.Await;
import io.onceward.fixture.DebeziumEngine;
import io.onceward.fixture.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Debezium's engine captures the events of an application while engine, application and database are killed in turns.
 * {@code -Dcapture.events=100000} and {@code -Dfaults.seed=42} choose the number of events and the faults.
 */
abstract class CaptureUnderKills {

    static final Path PAGE = Path.of("..", "docs", "cdc.md");

    private static final int EVENTS = Integer.getInteger("capture.events", 2_000);

    /** In the log of the application: events are refused, are relayed, too, or have been lost. */
    private static final List<String> ALARMS = List.of("OWD-1121", "OWD-1123", "OWD-1125");

    /** Sales between two kills, so that a slow machine does not only start processes. */
    private static final int LEAST_PROGRESS = 200;

    private static final int LONGEST_MILLIS = 6_000;
    private static final int SHORTEST_MILLIS = 2_000;

    private final Random random = new Random(Long.getLong("faults.seed", 1));

    @TempDir
    Path folder;

    DebeziumEngine engine;

    private Process node;

    /** The sales after which the application ends. */
    private int enough = EVENTS;

    /** The processes that are killed in turns. */
    private enum Victim {
        ENGINE,
        NODE,
        DATABASE
    }

    /** Starts a database that keeps its log, with the tables of Onceward and a role for the connector. */
    abstract void startDatabase() throws Exception;

    /** Returns the URL of the database, with the user. */
    abstract String url();

    /** Returns the connector of the page, with the address of the database. */
    abstract Properties connector() throws IOException;

    /** Returns the module with the class path of an engine that has the connector. */
    Path engineModule() {
        return Path.of("..", "server-configs", "debezium");
    }

    /** Does what the page says before the application starts, and starts the engine. */
    abstract void startCapture() throws Exception;

    abstract void killDatabase() throws Exception;

    abstract void restartDatabase() throws Exception;

    abstract void closeDatabase() throws Exception;

    /** Fails unless the database is as the page says, beside its empty outbox. */
    abstract void assertDatabaseIsAsBefore() throws Exception;

    @BeforeEach
    final void createTables() throws Exception {
        startDatabase();
        createTables(this::connect);
    }

    /** Creates the tables of a {@link CaptureNode}, without those of Onceward. */
    static void createTables(Sql.Connector database) {
        Sql.execute(database, "CREATE TABLE seats (name VARCHAR(20) PRIMARY KEY, nr BIGINT NOT NULL)");
        for (int i = 0; i < CaptureNode.KEYS; i++) {
            Sql.execute(database, "INSERT INTO seats VALUES ('key-" + i + "', 0)");
        }
        Sql.execute(
                database,
                "CREATE TABLE sold (id VARCHAR(36) PRIMARY KEY, name VARCHAR(20) NOT NULL, nr BIGINT NOT NULL)");
    }

    final void startEngine() throws IOException {
        startEngine(connector());
    }

    /** Starts an engine that writes its messages to {@link #journal}. */
    final void startEngine(Properties connector) throws IOException {
        startEngine(connector, "journal", journal().file().toString());
    }

    /** @param sink as {@link DebeziumEngine} knows it */
    final void startEngine(Properties connector, String... sink) throws IOException {
        engine = new DebeziumEngine(engineModule(), Files.createDirectory(folder.resolve("engine")), connector, sink);
        startEngineAgain();
    }

    final void startEngineAgain() throws IOException {
        engine.start("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");
    }

    final CaptureJournal journal() {
        return new CaptureJournal(folder.resolve("journal"));
    }

    @AfterEach
    final void killAll() throws Exception {
        if (engine != null) {
            engine.kill();
        }
        if (node != null) {
            node.destroyForcibly().waitFor();
        }
        closeDatabase();
    }

    @Test
    final void killsLoseNoEventAndKeepTheOrder() throws Exception {
        startCapture();
        startNode(enough);
        int kills = 0;
        while (node.isAlive() || kills < Victim.values().length) {
            int sold = countSold();
            if (!node.isAlive()) {
                awaitEndOfNode();
                enough = 2 * sold; // until each was killed, also on a fast machine
                startNode(enough);
            }
            Pause.millis(SHORTEST_MILLIS + random.nextInt(LONGEST_MILLIS - SHORTEST_MILLIS));
            Await.until(
                    Await.START,
                    "progress of the node",
                    () -> !node.isAlive() || countSold() >= sold + LEAST_PROGRESS,
                    this::lookAfterEngine);
            if (node.isAlive()) {
                kill(Victim.values()[kills++ % Victim.values().length]);
            }
        }
        awaitEndOfNode();
        Sales sales = Sales.read(url());
        awaitArrivalOf(sales.ids());
        List<Message> messages = journal().messages();
        System.out.println(sales.size() + " events, " + (messages.size() - sales.size()) + " arrived again, " + kills
                + " processes killed");
        sales.assertArrived(messages);
        assertThat(sales.size()).isGreaterThanOrEqualTo(EVENTS);
        assertThat(Files.readString(engine.log())).doesNotContain("WARN io.debezium.transforms");
        assertThat(Files.readString(nodeLog())).doesNotContain(ALARMS);
        assertThat(text("SELECT count(*) FROM onceward_outbox")).isEqualTo("0");
        assertThat(text("SELECT count(*) FROM onceward_lane")).isEqualTo("0");
        assertDatabaseIsAsBefore();
    }

    @Test
    final void undisturbedEngineLogsNoWarning() throws Exception {
        startCapture();
        runNode(200);
        Sales sales = Sales.read(url());
        awaitArrivalOf(sales.ids());
        sales.assertArrived(journal().messages());
        engine.stop();
        assertThat(Files.readAllLines(engine.log()))
                .noneMatch(line -> line.contains(" WARN ") || line.contains(" ERROR "));
    }

    private int countSold() {
        return Integer.parseInt(text("SELECT count(*) FROM sold"));
    }

    private void kill(Victim victim) throws Exception {
        switch (victim) {
            case ENGINE -> engine.kill();
            case NODE -> {
                node.destroyForcibly().waitFor();
                startNode(enough);
            }
            case DATABASE -> {
                killDatabase();
                restartDatabase();
            }
        }
        keepEngineAlive();
    }

    final void runNode(int enough, String... brokerPort) throws Exception {
        startNode(enough, brokerPort);
        awaitEndOfNode();
    }

    final void startNode(int enough, String... brokerPort) throws IOException {
        Path home = Files.createDirectories(folder.resolve("node"));
        List<String> arguments = new ArrayList<>(List.of(url(), Integer.toString(enough)));
        arguments.addAll(List.of(brokerPort));
        node = new Jvm(home, List.of("-Xmx256m", "-XX:+UseSerialGC", NodeLog.FORMAT))
                .start(nodeLog(), CaptureNode.class.getName(), arguments);
    }

    private Path nodeLog() {
        return folder.resolve("node.log");
    }

    final void awaitEndOfNode() throws Exception {
        assertThat(node.waitFor()).as(Files.readString(nodeLog())).isZero();
    }

    final void awaitArrivalOf(Set<String> ids) throws InterruptedException {
        Await.until(Await.START, "all events", () -> hasArrivalOf(ids), this::lookAfterEngine);
    }

    private boolean hasArrivalOf(Set<String> ids) {
        try {
            Set<String> arrived = new HashSet<>();
            journal().messages().forEach(message -> arrived.add(message.id()));
            return arrived.containsAll(ids);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    final void lookAfterEngine() {
        keepEngineAlive();
        Pause.millis(500);
    }

    /** Starts it again if it has ended, as Kafka Connect does with a task that fails. */
    final void keepEngineAlive() {
        if (!engine.process().isAlive()) {
            try {
                startEngineAgain();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Runs a file that is in the JAR. */
    final void run(String file) throws IOException {
        Sql.executeFile(this::connect, file);
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    final void sql(String sql) {
        Sql.execute(this::connect, sql);
    }

    final String text(String sql) {
        return Sql.text(this::connect, sql);
    }
}
