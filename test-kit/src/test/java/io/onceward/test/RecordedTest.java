// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Recorded events, and the texts of failed assertions. */
class RecordedTest {

    private static TestOutbox outbox;

    @BeforeAll
    static void start() throws Exception {
        outbox = TestOutbox.start();
        sql("CREATE TABLE orders (id VARCHAR(20) PRIMARY KEY)");
    }

    @AfterAll
    static void stop() {
        outbox.close();
    }

    @BeforeEach
    void reset() throws Exception {
        outbox.reset();
        sql("DELETE FROM orders");
    }

    @Test
    void committedEventIsRecordedWithItsMetadataAndPayload() throws Exception {
        outbox.inTransaction(() -> outbox.record(
                "orders",
                new OrderPlaced("42", 7),
                OutboxMetadata.none().withKey("42").withHeader("tenant", "acme")));
        OrderPlaced order = assertThat(outbox)
                .recorded("orders")
                .withKey("42")
                .withType("OrderPlaced")
                .withHeader("tenant", "acme")
                .times(1)
                .notPublished()
                .payload(OrderPlaced.class);
        assertThat(order).isEqualTo(new OrderPlaced("42", 7));
    }

    @Test
    void eventCommitsWithTheRowsOfItsTransaction() throws Exception {
        outbox.inTransaction(() -> place("1"));
        assertThatThrownBy(() -> outbox.inTransaction(() -> {
                    place("2");
                    throw new IllegalStateException("refused");
                }))
                .hasMessage("refused");
        assertThat(orders()).isEqualTo(1);
        assertThat(outbox).recorded("orders").times(1).withKey("1");
    }

    /** A bean under test whose annotation only a container interprets. */
    static class Annotated {
        @Outgoing("orders")
        OrderPlaced place() {
            return new OrderPlaced("42", 7);
        }
    }

    @Test
    void annotatedMethodRecordsNothingAndTheFailureSaysWhy() throws Exception {
        outbox.inTransaction(() -> new Annotated().place());
        assertThatThrownBy(() -> assertThat(outbox).recorded("orders"))
                .hasMessageStartingWith("Expected an event on channel 'orders', but none was recorded.")
                .hasMessageContainingAll("OWD-1195", "@OncewardTest", "@Outgoing", "Outbox.record");
    }

    @Test
    void eventOfARolledBackTransactionIsNamedInTheFailure() {
        assertThatThrownBy(() -> outbox.inTransaction(() -> {
                    place("42");
                    throw new IllegalStateException("refused");
                }))
                .hasMessage("refused");
        assertThatThrownBy(() -> assertThat(outbox).recorded("orders").withKey("42"))
                .isInstanceOf(AssertionError.class)
                .hasMessage(lines(
                        "Expected an event on channel 'orders', but none was recorded.",
                        "Recorded by calls that did not commit:",
                        "  channel 'orders', key '42', type 'OrderPlaced': recorded, but its transaction rolled back"));
        assertThat(outbox).recordedNothing();
    }

    @Test
    void eventOfAnOpenTransactionIsNamedInTheFailure() throws Exception {
        outbox.inTransaction(() -> {
            place("42");
            assertThatThrownBy(() -> assertThat(outbox).recorded("orders"))
                    .hasMessage(lines(
                            "Expected an event on channel 'orders', but none was recorded.",
                            "Recorded by calls that did not commit:",
                            "  channel 'orders', key '42', type 'OrderPlaced': recorded, but its transaction has not"
                                    + " completed"));
        });
        assertThat(outbox).recorded("orders");
    }

    @Test
    void refusedEventIsNamedInTheFailure() {
        assertThatThrownBy(() -> outbox.record("orders", new OrderPlaced("42", 7)))
                .isInstanceOf(OncewardException.class);
        assertThatThrownBy(() -> assertThat(outbox).recorded("orders"))
                .hasMessageStartingWith(lines(
                        "Expected an event on channel 'orders', but none was recorded.",
                        "Recorded by calls that did not commit:",
                        "  channel 'orders', no key, type 'OrderPlaced': refused: OWD-"));
    }

    @Test
    void otherEventsAreNamedInTheFailure() throws Exception {
        outbox.inTransaction(() -> place("41"));
        outbox.deliver();
        outbox.inTransaction(() -> outbox.record("orders", "text"));
        assertThatThrownBy(() -> assertThat(outbox).recorded("orders").withKey("42"))
                .hasMessage(lines(
                        "Expected an event on channel 'orders' with key '42', but none was recorded.",
                        "Other recorded events:",
                        "  channel 'orders', key '41', type 'OrderPlaced': published",
                        "  channel 'orders', no key, type 'orders': pending"));
    }

    @Test
    void numberOfEventsIsComparedAndNamed() throws Exception {
        outbox.inTransaction(() -> place("1"));
        outbox.inTransaction(() -> place("2"));
        assertThatThrownBy(() -> assertThat(outbox).recorded("orders").times(1))
                .hasMessage(lines(
                        "Expected 1 event on channel 'orders', but 2 were recorded.",
                        "Recorded and expected:",
                        "  channel 'orders', key '1', type 'OrderPlaced': pending",
                        "  channel 'orders', key '2', type 'OrderPlaced': pending"));
    }

    @Test
    void unexpectedEventIsNamed() throws Exception {
        outbox.inTransaction(() -> place("1"));
        assertThatThrownBy(() -> assertThat(outbox).recordedNothing("orders"))
                .hasMessage(lines(
                        "Expected no event on channel 'orders', but recorded:",
                        "  channel 'orders', key '1', type 'OrderPlaced': pending"));
        assertThat(outbox).recordedNothing("invoices");
    }

    @Test
    void stateIsCompared() throws Exception {
        outbox.inTransaction(() -> place("1"));
        assertThatThrownBy(() -> assertThat(outbox).recorded("orders").published())
                .hasMessage(lines(
                        "Expected all events on channel 'orders' to be published, but these are not:",
                        "  channel 'orders', key '1', type 'OrderPlaced': pending"));
        outbox.deliver();
        assertThat(outbox).recorded("orders").published();
    }

    @Test
    void payloadOfAnotherClassIsAFailure() throws Exception {
        outbox.inTransaction(() -> outbox.record("orders", "no JSON"));
        assertThatThrownBy(() -> assertThat(outbox).recorded("orders").payload(OrderPlaced.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("Expected a payload of io.onceward.test.OrderPlaced in the event with channel"
                        + " 'orders', no key, type 'orders', but it can't be decoded to this class: ");
    }

    @Test
    void nothingIsPublishedBeforeTheDelivery() throws Exception {
        outbox.inTransaction(() -> place("1"));
        assertThat(outbox).recorded("orders").notPublished();
    }

    @Test
    void joinedConnectionDoesNotCommit() throws Exception {
        outbox.inTransaction(() -> {
            try (Connection connection = outbox.dataSource().getConnection()) {
                assertThatThrownBy(connection::commit)
                        .isInstanceOf(SQLException.class)
                        .hasMessage("The connection has joined a JTA transaction, which commits or rolls back.");
            }
        });
    }

    private static void place(String id) throws SQLException {
        sql("INSERT INTO orders VALUES ('" + id + "')");
        outbox.record("orders", new OrderPlaced(id, 7), OutboxMetadata.none().withKey(id));
    }

    private static void sql(String sql) throws SQLException {
        try (Connection connection = outbox.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private static int orders() throws SQLException {
        try (Connection connection = outbox.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM orders")) {
            count.next();
            return count.getInt(1);
        }
    }

    private static String lines(String... lines) {
        return String.join(System.lineSeparator(), lines);
    }
}
