// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.faults.Arrivals.Order;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checker finds each kind of mistake in doctored tables and arrivals. */
class CheckerTest {

    /** Longer than a lane takes to get an owner in these tests. */
    private static final Duration PATIENCE = Duration.ofSeconds(6);

    private static EmbeddedPostgres postgres;

    @TempDir
    private Path folder;

    private final Arrivals arrivals = new Arrivals();
    private final Arrivals publications = new Arrivals();
    private Connection connection;

    @BeforeAll
    static void start() throws Exception {
        postgres = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofMinutes(2))
                .start();
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                InputStream ddl = CheckerTest.class.getResourceAsStream("/META-INF/onceward/postgresql.sql")) {
            Tables.create(connection);
            statement.execute(new String(ddl.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @BeforeEach
    void placeTwoOrders() throws SQLException {
        connection = postgres.getPostgresDatabase().getConnection();
        execute(
                "TRUNCATE orders, effects, onceward_outbox, onceward_outbox_sent, onceward_inbox, onceward_inbox_result, onceward_inbox_message,"
                        + " onceward_lane, onceward_inbox_lane, onceward_node");
        execute(
                "INSERT INTO orders (id, key, nr, node) VALUES ('one', 'k', 1, 'producer'), ('two', 'k', 2, 'producer')");
        for (String what : PlainNode.EFFECTS.values()) {
            addEffect(what, "one", 1);
            addEffect(what, "two", 2);
        }
        arrivals.note(new Order("k", 1, "one"));
        arrivals.note(new Order("k", 2, "two"));
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    @Test
    void correctHistoryHasNoFindings() throws SQLException {
        arrivals.note(new Order("k", 1, "one"));
        assertThat(violations()).isEmpty();
    }

    /** Nothing but Onceward could bring local events into another order. */
    @Test
    void overtakenLocalEventIsFound() throws SQLException {
        execute("DELETE FROM effects WHERE what = 'packed' AND order_id = 'one'");
        addEffect("packed", "one", 1);
        assertThat(violations()).containsExactly("packed after a later one of k: one");
    }

    @Test
    void lostEffectIsFound() throws SQLException {
        execute("DELETE FROM effects WHERE what = 'billed' AND order_id = 'one'");
        assertThat(violations()).containsExactly("billed 0 times: one");
    }

    @Test
    void doubledEffectIsFound() throws SQLException {
        addEffect("shipped", "two", 2);
        assertThat(violations()).containsExactly("shipped 2 times: two");
    }

    @Test
    void effectWithoutAnOrderIsFound() throws SQLException {
        addEffect("billed", "three", 3);
        assertThat(violations()).containsExactly("billed without an order: three");
    }

    @Test
    void effectOfAnotherOrderIsFound() throws SQLException {
        execute("UPDATE effects SET nr = 7 WHERE what = 'shipped' AND order_id = 'one'");
        assertThat(violations()).containsExactly("shipped with the key or number of another order: one");
    }

    @Test
    void orderWithoutAWitnessIsFound() throws SQLException {
        execute("INSERT INTO orders (id, key, nr, node) VALUES ('three', 'k', 3, 'producer')");
        addEffect("billed", "three", 3);
        addEffect("shipped", "three", 3);
        addEffect("packed", "three", 3);
        assertThat(violations()).containsExactly("never published to the witness: three");
    }

    @Test
    void arrivalWithoutAnOrderIsFound() throws SQLException {
        arrivals.note(new Order("k", 3, "three"));
        assertThat(violations()).containsExactly("published without an order: three");
    }

    @Test
    void overtakenPublicationIsFound() throws Exception {
        Path broker = folder.resolve("broker");
        for (String order : List.of("one", "two", "three")) {
            addEvent("onceward_outbox_sent", null, order, "witness");
        }
        Files.writeString(broker, """
                1 published witness event-two k 127.0.0.1:4711
                2 published witness event-one k 127.0.0.1:4711
                3 published witness event-two k 127.0.0.1:4711
                4 published witness event-unknown k 127.0.0.1:4711
                5 published billing event-one k 127.0.0.1:4711
                6 delivered witness event-three k 127.0.0.1:4711
                """);
        Arrivals published = Publications.of(connection, broker);
        assertThat(published.ids()).containsExactlyInAnyOrder("one", "two");
        assertThat(published.again()).isEqualTo(1);
        assertThat(Checker.violations(connection, arrivals, published).stream().map(Violation::toString))
                .containsExactly("published after a later one of k, as number 1: one");
    }

    /** The broker changed the order, not Onceward. */
    @Test
    void arrivalThatWasOvertakenIsAccepted() throws SQLException {
        Arrivals others = new Arrivals();
        others.note(new Order("k", 2, "two"));
        others.note(new Order("k", 1, "one"));
        assertThat(others.overtaken()).containsExactly(new Order("k", 1, "one"));
        assertThat(Checker.violations(connection, others, publications)).isEmpty();
    }

    @Test
    void leftoverOrParkedEventIsFound() throws SQLException {
        addEvent("onceward_outbox", "PENDING", "one");
        addEvent("onceward_outbox", "PARKED", "two");
        assertThat(violations())
                .containsExactlyInAnyOrder(
                        "left in onceward_outbox, billing, PENDING, 0 attempts, no error: one",
                        "parked in onceward_outbox, billing, PARKED, 0 attempts, no error: two");
    }

    @Test
    void leftoverOrParkedMessageIsFound() throws SQLException {
        addEvent("onceward_inbox_message", "RETRYING", "one");
        addEvent("onceward_inbox_message", "PARKED", "two");
        assertThat(violations())
                .containsExactlyInAnyOrder(
                        "left in onceward_inbox_message, billing, RETRYING, 0 attempts, no error: one",
                        "parked in onceward_inbox_message, billing, PARKED, 0 attempts, no error: two");
    }

    @Test
    void laneLockedByAnIdleSessionIsFound() throws Exception {
        addLanes("onceward_lane", "channel", "'billing'", "NULL");
        try (Connection other = postgres.getPostgresDatabase().getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT lane FROM onceward_lane WHERE lane = 1 FOR UPDATE");
            assertThat(violations())
                    .hasSize(2)
                    .anySatisfy(violation -> assertThat(violation).isEqualTo("lane 1 of channel billing is locked"))
                    .anySatisfy(violation -> assertThat(violation).contains("idle in transaction"));
            other.rollback();
        }
        assertThat(violations()).isEmpty();
    }

    @Test
    void dueEventInALaneWithoutALivingOwnerIsFound() throws SQLException {
        addLanes("onceward_lane", "channel", "'billing'", "'gone'");
        addLanes("onceward_inbox_lane", "handler", "'billing'", "'over'");
        addNode("over", "- INTERVAL '1 second'");
        assertThat(violations()).as("no event waits").isEmpty();
        addEvent("onceward_outbox", "PENDING", "one");
        addEvent("onceward_inbox_message", "PENDING", "one");
        assertThat(violations())
                .contains(
                        "lane 0 of channel billing has due events and no owner with a lease",
                        "lane 0 of handler billing has due events and no owner with a lease")
                .hasSize(4);
        addNode("gone", "+ INTERVAL '9 seconds'");
        execute("UPDATE onceward_node SET leaseuntil = now() + INTERVAL '9 seconds'");
        assertThat(violations())
                .allMatch(violation -> violation.startsWith("left in "))
                .hasSize(2);
    }

    @Test
    void laneOfAKilledNodeThatIsTakenInTimeIsAccepted() throws Exception {
        addLanes("onceward_lane", "channel", "'billing'", "'gone'");
        addEvent("onceward_outbox", "PENDING", "one");
        addNode("other", "+ INTERVAL '1 minute'");
        Thread other = new Thread(() -> {
            Pause.millis(500);
            try (Connection connection = postgres.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("UPDATE onceward_lane SET owner = 'other', version = version + 1");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        assertThat(violations())
                .containsExactly("left in onceward_outbox, billing, PENDING, 0 attempts, no error: one");
        other.join();
    }

    @Test
    void leaseOfAnEndedNodeIsFound() throws SQLException {
        addLanes("onceward_lane", "channel", "'billing'", "'ended'");
        addLanes("onceward_inbox_lane", "handler", "'billing'", "'killed'");
        addNode("killed", "- INTERVAL '1 second'");
        assertThat(violationsAfterEnd()).isEmpty();
        addNode("ended", "+ INTERVAL '9 seconds'");
        assertThat(violationsAfterEnd())
                .containsExactly(
                        "node ended still has a lease",
                        "lane 0 of channel billing still has an owner",
                        "lane 1 of channel billing still has an owner");
    }

    private List<String> violationsAfterEnd() throws SQLException {
        return Checker.violationsAfterEnd(connection).stream()
                .map(Violation::toString)
                .toList();
    }

    private void addLanes(String table, String column, String queue, String owner) throws SQLException {
        execute("INSERT INTO " + table + " (" + column + ", lane, lanes, owner) SELECT " + queue + ", n, 2, " + owner
                + " FROM generate_series(0, 1) AS n");
    }

    private void addNode(String identity, String until) throws SQLException {
        execute("INSERT INTO onceward_node (identity, queues, leasefrom, leaseuntil) VALUES ('" + identity
                + "', '[]', now() - INTERVAL '10 seconds', now() " + until + ")");
    }

    @Test
    void historyNamesActorActionAndTime() throws Exception {
        Instant now = Instant.now();
        addEvent("onceward_outbox_sent", null, "one");
        execute("INSERT INTO onceward_inbox (handler, messageid) VALUES ('billing', 'event-one')");
        Path broker = folder.resolve("broker");
        Files.writeString(
                broker, """
                %d published billing event-one k 127.0.0.1:4711
                %d delivered billing event-one k 127.0.0.1:4712
                %d delivered billing event-other k 127.0.0.1:4712
                %d deliv""".formatted(now.toEpochMilli(), now.toEpochMilli(), now.toEpochMilli(), now.toEpochMilli()));
        Path witness = folder.resolve("witness");
        Files.writeString(witness, now.toEpochMilli() + " k 1 one 1\n" + now.toEpochMilli() + " k 2 two 1\n");
        List<String> history = new History(
                        connection,
                        broker,
                        witness,
                        (port, time) -> port == 4711 ? "relay-1" : "consumer-2",
                        List.of(new Journal.Entry(now.minusSeconds(5), "relay-2 NODE_KILLED")))
                .of("one");
        assertThat(history.stream().map(line -> line.substring(line.indexOf(' ') + 1)))
                .containsExactlyInAnyOrder(
                        "placed by producer as k 1",
                        "recorded for billing as event-one, seq 1",
                        "archived: billing event-one",
                        "claimed by billing: event-one",
                        "broker: published billing event-one, relay-1",
                        "broker: delivered billing event-one, consumer-2",
                        "billed by consumer-1",
                        "shipped by consumer-1",
                        "packed by consumer-1",
                        "witnessed for the 1. time, as k 1",
                        "-- relay-2 NODE_KILLED");
        assertThat(history.stream().map(line -> Instant.parse(line.substring(0, line.indexOf(' ')))))
                .isSorted();
    }

    @Test
    void leakedConnectionIsFound() throws Exception {
        try (ServerSocket ear = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = Loopback.connect(ear.getLocalPort())) {
            Socket server = ear.accept();
            assertThat(Loopback.connectionsTo(ear.getLocalPort())).isEqualTo(1);
            server.close();
            assertThat(Loopback.connectionsTo(ear.getLocalPort()))
                    .as("closed by the other end")
                    .isEqualTo(1);
            client.close();
            assertThat(Loopback.connectionsTo(ear.getLocalPort())).isZero();
        }
    }

    private List<String> violations() throws SQLException {
        return Checker.violations(connection, arrivals, publications, PATIENCE).stream()
                .map(Violation::toString)
                .toList();
    }

    private void addEffect(String what, String order, long nr) throws SQLException {
        execute("INSERT INTO effects (what, order_id, key, nr, node) VALUES ('" + what + "', '" + order + "', 'k', "
                + nr + ", 'consumer-1')");
    }

    private void addEvent(String table, String state, String order) throws SQLException {
        addEvent(table, state, order, "billing");
    }

    /** @param state {@code null} in a table that has none */
    private void addEvent(String table, String state, String order, String channel) throws SQLException {
        String columns = state == null ? "seq, createdat, attempts" : "slot, state";
        String target = table.equals("onceward_inbox_message") ? "handler" : "destination";
        int nr = List.of("one", "two", "three").indexOf(order) + 1;
        String values = state == null ? nr + ", CURRENT_TIMESTAMP, 0" : "0, '" + state + "'";
        execute("INSERT INTO " + table + " (id, aggregatetype, type, payload, contenttype, " + target + ", " + columns
                + ") VALUES ('event-" + order + "', '" + channel + "', 'String', CONVERT_TO('k " + nr + " " + order
                + "', 'UTF8'), 'text/plain', '" + channel + "', " + values + ")");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
