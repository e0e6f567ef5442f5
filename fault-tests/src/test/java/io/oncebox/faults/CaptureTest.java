// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.faults.CaptureEngine.Message;
import io.oncebox.fixture.ArtemisBroker;
import io.oncebox.fixture.Await;
import io.oncebox.fixture.Sql;
import jakarta.jms.JMSException;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Debezium's engine captures the events of an application while engine, application and database are killed in turns, and between
 * two times in which a relay publishes them.
 * {@code -Dcapture.events=100000} and {@code -Dfaults.seed=42} choose the number of events and the faults.
 */
class CaptureTest {

    private static final long EVENTS = Long.getLong("capture.events", 5_000);

    private static final int LONGEST_MILLIS = 6_000;
    private static final int SHORTEST_MILLIS = 2_000;

    private final Random random = new Random(Long.getLong("faults.seed", 1));

    @TempDir
    private Path folder;

    private PostgresServer database;
    private CaptureEngine engine;
    private Process node;

    /** The processes that are killed in turns. */
    private enum Victim {
        ENGINE,
        NODE,
        DATABASE
    }

    /** A sale that has committed. */
    private record Sale(String key, long nr) {}

    @BeforeEach
    void createDatabase() throws Exception {
        database = PostgresServer.create(PostgresPrograms.unpack(), folder.resolve("data"));
        Files.writeString(
                database.data().resolve("postgresql.conf"), "wal_level = logical\n", StandardOpenOption.APPEND);
        database.start();
        run("postgresql.sql");
        sql("CREATE ROLE capture LOGIN REPLICATION PASSWORD 'capture'");
        sql("GRANT SELECT ON oncebox_outbox TO capture");
        sql("CREATE TABLE seats (key TEXT PRIMARY KEY, nr BIGINT NOT NULL)");
        sql("INSERT INTO seats SELECT 'key-' || k, 0 FROM generate_series(0, " + (CaptureNode.KEYS - 1) + ") AS k");
        sql("CREATE TABLE sold (id TEXT PRIMARY KEY, key TEXT NOT NULL, nr BIGINT NOT NULL)");
    }

    private void startEngine() throws Exception {
        engine = new CaptureEngine(Files.createDirectory(folder.resolve("engine")), database.port());
        engine.start();
    }

    @AfterEach
    void killAll() throws Exception {
        if (engine != null) {
            engine.kill();
        }
        if (node != null) {
            node.destroyForcibly().waitFor();
        }
        database.kill();
    }

    @Test
    void killsLoseNoEventAndKeepTheOrder() throws Exception {
        run("postgresql-capture.sql");
        startEngine();
        startNode(EVENTS);
        for (int i = 0; node.isAlive(); i++) {
            Pause.millis(SHORTEST_MILLIS + random.nextInt(LONGEST_MILLIS - SHORTEST_MILLIS));
            if (node.isAlive()) {
                kill(Victim.values()[i % Victim.values().length]);
            }
        }
        assertThat(node.exitValue())
                .as(Files.readString(folder.resolve("node.log")))
                .isZero();
        Map<String, Sale> sales = sales();
        awaitArrivalOf(sales.keySet());
        List<Message> messages = engine.messages();
        verify(sales, messages);
        System.out.println(sales.size() + " events, " + (messages.size() - sales.size()) + " arrived again");
        assertThat(sales.size()).isGreaterThan((int) (EVENTS * 0.8));
        assertThat(Files.readString(engine.log())).doesNotContain("WARN io.debezium.transforms");
        assertThat(text("SELECT count(*) FROM oncebox_outbox")).isEqualTo("0");
        assertThat(text("SELECT count(*) FROM oncebox_lane")).isEqualTo("0");
        assertThat(text("SELECT pubinsert AND NOT pubupdate AND NOT pubdelete AND NOT pubtruncate FROM pg_publication"))
                .isEqualTo("t");
        assertThat(text("SELECT active AND wal_status = 'reserved' FROM pg_replication_slots"))
                .isEqualTo("t");
    }

    @Test
    void undisturbedEngineLogsNoWarning() throws Exception {
        run("postgresql-capture.sql");
        startEngine();
        runNode(200);
        Map<String, Sale> sales = sales();
        awaitArrivalOf(sales.keySet());
        verify(sales, engine.messages());
        engine.stop();
        assertThat(Files.readAllLines(engine.log()))
                .noneMatch(line -> line.contains(" WARN ") || line.contains(" ERROR "));
    }

    /** The steps of both switches of the page. Only the statements decide when a step may follow. */
    @Test
    void switchFromRelayToCaptureAndBackLosesNoEventAndPublishesNoneTwice() throws Exception {
        try (ArtemisBroker broker = new ArtemisBroker(folder.resolve("broker")).start()) {
            String brokerPort = Integer.toString(broker.port());
            runNode(200, brokerPort);
            List<String> arrived = relayed(broker);

            run("postgresql-capture.sql");
            startNode(400);
            startEngine();
            awaitEndOfNode();
            awaitConfirmation();
            engine.stop();
            Await.until("the end of the reader", () -> text("SELECT active FROM pg_replication_slots")
                    .equals("f"));
            List<Message> captured = engine.messages();
            captured.forEach(message -> arrived.add(message.id()));

            sql("SELECT pg_drop_replication_slot('oncebox_outbox')");
            sql("DROP PUBLICATION oncebox_outbox");
            runNode(600, brokerPort);
            List<String> all = relayed(broker);
            arrived.addAll(all.subList(arrived.size() - captured.size(), all.size()));

            Map<String, Sale> sales = sales();
            assertThat(captured).hasSizeGreaterThan(50);
            assertThat(all).hasSizeGreaterThan(100);
            assertThat(arrived).containsExactlyInAnyOrderElementsOf(sales.keySet());
            assertInOrder(arrived.stream().map(sales::get).toList());
        }
    }

    /** Returns the ids of the messages in the broker, in their order. */
    private static List<String> relayed(ArtemisBroker broker) throws JMSException {
        List<String> ids = new ArrayList<>();
        try (jakarta.jms.Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession();
                QueueBrowser browser = session.createBrowser(session.createQueue(CaptureNode.CHANNEL))) {
            connection.start();
            Enumeration<?> messages = browser.getEnumeration();
            while (messages.hasMoreElements()) {
                ids.add(((jakarta.jms.Message) messages.nextElement()).getStringProperty("oncebox_id"));
            }
        }
        return ids;
    }

    private static void assertInOrder(List<Sale> sales) {
        Map<String, Long> last = new HashMap<>();
        assertThat(sales).allSatisfy(sale -> {
            Long before = last.put(sale.key(), sale.nr());
            assertThat(sale.nr()).isGreaterThan(before == null ? 0 : before);
        });
    }

    private void awaitConfirmation() throws Exception {
        String position = text("SELECT pg_current_wal_lsn()");
        Await.until(
                "the confirmation",
                () -> text("SELECT confirmed_flush_lsn >= '" + position + "' FROM pg_replication_slots")
                        .equals("t"),
                () -> Pause.millis(500));
    }

    private void runNode(long enough, String... brokerPort) throws Exception {
        startNode(enough, brokerPort);
        awaitEndOfNode();
    }

    private void awaitEndOfNode() throws Exception {
        assertThat(node.waitFor())
                .as(Files.readString(folder.resolve("node.log")))
                .isZero();
    }

    private void kill(Victim victim) throws Exception {
        switch (victim) {
            case ENGINE -> engine.kill();
            case NODE -> {
                node.destroyForcibly().waitFor();
                startNode(EVENTS);
            }
            case DATABASE -> {
                database.kill();
                database.start();
            }
        }
        engine.keepAlive();
    }

    private void startNode(long enough, String... brokerPort) throws IOException {
        Path home = Files.createDirectories(folder.resolve("node"));
        List<String> arguments = new ArrayList<>(List.of(Integer.toString(database.port()), Long.toString(enough)));
        arguments.addAll(List.of(brokerPort));
        node = new Jvm(home, List.of("-Xmx256m", "-XX:+UseSerialGC", NodeLog.FORMAT))
                .start(folder.resolve("node.log"), CaptureNode.class.getName(), arguments);
    }

    private void awaitArrivalOf(Set<String> ids) throws InterruptedException {
        Await.until(
                "all events",
                () -> {
                    try {
                        Set<String> arrived = new HashSet<>();
                        engine.messages().forEach(message -> arrived.add(message.id()));
                        return arrived.containsAll(ids);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                () -> {
                    try {
                        engine.keepAlive();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    Pause.millis(500);
                });
    }

    /** Compares the messages with the sales: each is one that has committed, and the first arrivals of a key are in order. */
    private static void verify(Map<String, Sale> sales, List<Message> messages) {
        Map<String, Long> last = new HashMap<>();
        Set<String> seen = new HashSet<>();
        List<String> wrong = new ArrayList<>();
        for (Message message : messages) {
            Sale sale = sales.get(message.id());
            if (sale == null) {
                wrong.add("not committed: " + message.text());
                continue;
            }
            if (!seen.add(message.id())) {
                continue;
            }
            if (last.merge(sale.key(), sale.nr(), Math::max) != sale.nr()) {
                wrong.add("out of order: " + sale);
            }
            assertThat(message.topic()).isEqualTo("outbox.event.seats");
            assertThat(message.key()).isEqualTo(sale.key());
            assertThat(message.text()).isEqualTo(sale.key() + " " + sale.nr());
            assertThat(message.headers())
                    .containsEntry("oncebox_id", message.id())
                    .containsEntry("oncebox_type", "SeatSold")
                    .containsEntry("content-type", "text/plain")
                    .containsEntry("oncebox_headers", "{\"tenant\":\"acme\"}");
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).hasSameSizeAs(sales.keySet());
    }

    private Map<String, Sale> sales() throws Exception {
        Map<String, Sale> sales = new LinkedHashMap<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id, key, nr FROM sold")) {
            while (row.next()) {
                sales.put(row.getString(1), new Sale(row.getString(2), row.getLong(3)));
            }
        }
        return sales;
    }

    private void run(String file) throws IOException {
        try (InputStream script = CaptureTest.class.getResourceAsStream("/META-INF/oncebox/" + file)) {
            String text = new String(script.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^\\s*--.*$", "");
            for (String statement : text.split(";")) {
                if (!statement.isBlank()) {
                    sql(statement);
                }
            }
        }
    }

    private void sql(String sql) {
        Sql.execute(database::connect, sql);
    }

    private String text(String sql) {
        return Sql.text(database::connect, sql);
    }
}
