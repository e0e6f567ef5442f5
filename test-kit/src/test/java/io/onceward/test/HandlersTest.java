// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventState;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Deliveries to handlers, redeliveries, failures, and the clock. */
class HandlersTest {

    @RegisterExtension
    static final TestOutboxExtension ONCEWARD = TestOutboxExtension.of(() -> TestOutbox.builder()
            .configuration(Map.of("mp.messaging.incoming.orders.max-attempts", "2"))
            .handle("orders", "billing", OrderPlaced.class, (order, metadata) -> bill(order.id()))
            .start());

    @BeforeAll
    static void create() throws Exception {
        sql("CREATE TABLE bill (id VARCHAR(20))");
    }

    @BeforeEach
    void clear() throws Exception {
        sql("DELETE FROM bill");
    }

    @Test
    void deliveryPublishesAndHandlesInOneTransaction(TestOutbox outbox) throws Exception {
        record(outbox, "42");
        outbox.deliver();
        assertThat(bills()).isEqualTo(1);
        assertThat(outbox).recorded("orders").published();
        assertThat(outbox).recorded("bills").withKey("42").published();
        assertThat(outbox)
                .handler("billing")
                .handled(1)
                .failed(0)
                .skipped(0)
                .pending(0)
                .parked(0);
    }

    @Test
    void redeliveryIsSkipped(TestOutbox outbox) throws Exception {
        record(outbox, "42");
        outbox.deliver();
        outbox.redeliver();
        assertThat(bills()).isEqualTo(1);
        assertThat(outbox).handler("billing").handled(1).skipped(1);
    }

    @Test
    void failedAttemptIsRetriedWhenTheClockAdvances(TestOutbox outbox) throws Exception {
        record(outbox, "42");
        outbox.failNext("billing", new IOException("no network"));
        outbox.deliver();
        assertThat(bills()).isZero();
        assertThat(outbox).handler("billing").failed(1).pending(1);
        outbox.clock().advance(Duration.ofHours(1));
        outbox.deliver();
        assertThat(bills()).isEqualTo(1);
        assertThat(outbox).handler("billing").handled(1).failed(1).pending(0);
    }

    @Test
    void messageIsParkedAfterItsLastAttempt(TestOutbox outbox) throws Exception {
        record(outbox, "42");
        for (int attempt = 1; attempt <= 2; attempt++) {
            outbox.failNext("billing", new IOException("no network"));
            outbox.deliver();
            outbox.clock().advance(Duration.ofHours(1));
        }
        outbox.deliver();
        assertThat(outbox).handler("billing").failed(2).parked(1).handled(0);
        assertThatThrownBy(() -> assertThat(outbox).handler("billing").handled(1))
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        "Expected 1 handled messages of handler 'billing', but found 0. Handled 0, failed attempts 2,"
                                + " skipped 0, pending 0, parked 1."
                                + System.lineSeparator() + "Last failure: java.io.IOException: no network");
    }

    @Test
    void refusedEventIsRetriedWhenTheClockAdvances(TestOutbox outbox) throws Exception {
        outbox.inTransaction(() -> outbox.record("audit", "text"));
        outbox.refuseNext("audit", new IOException("too large"));
        outbox.deliver();
        assertThat(outbox).recorded("audit").notPublished();
        assertThat(outbox.recorded().get(0).state()).contains(EventState.RETRYING);
        outbox.clock().advance(Duration.ofHours(1));
        outbox.deliver();
        assertThat(outbox).recorded("audit").published();
    }

    @Test
    void delayedEventIsPublishedWhenTheClockReachesItsTime(TestOutbox outbox) throws Exception {
        outbox.clock().advance(Duration.ofDays(30));
        Instant due = outbox.clock().instant().plus(Duration.ofHours(2));
        outbox.inTransaction(
                () -> outbox.record("audit", "text", OutboxMetadata.none().withDeliverAt(due)));
        outbox.clock().advance(Duration.ofMinutes(119));
        outbox.deliver();
        assertThat(outbox).recorded("audit").notPublished();
        assertThat(outbox.recorded().get(0).deliverAt().orElseThrow()).isBetween(due.minusMillis(1), due.plusMillis(1));
        outbox.clock().advance(Duration.ofMinutes(1));
        outbox.deliver();
        assertThat(outbox).recorded("audit").published();
    }

    @Test
    void messageOfAnotherApplicationIsHandledOnce(TestOutbox outbox) throws Exception {
        OutboxMetadata metadata = OutboxMetadata.none().withId("m1").withKey("7");
        outbox.send("orders", new OrderPlaced("7", 1), metadata);
        outbox.send("orders", new OrderPlaced("7", 1), metadata);
        outbox.deliver();
        assertThat(bills()).isEqualTo(1);
        assertThat(outbox).handler("billing").handled(1).skipped(1);
        assertThat(outbox).recordedNothing("orders");
    }

    @Test
    void deliveryInATransactionIsRefused(TestOutbox outbox) throws Exception {
        outbox.inTransaction(() -> assertThatThrownBy(outbox::deliver)
                .isInstanceOf(OncewardException.class)
                .hasMessage(
                        "OWD-0330: deliver() was called in a transaction, whose events are not committed. Commit or roll"
                                + " back the transaction first."));
    }

    @Test
    void unknownHandlerIsNamed(TestOutbox outbox) {
        assertThatThrownBy(() -> outbox.failNext("shipping", new IOException()))
                .hasMessage(
                        "OWD-0333: There is no handler with the name 'shipping'. Handlers of the test: billing. Use one"
                                + " of these names, or add the handler to the builder, or the class of its bean to the test.");
    }

    /** A value that no codec can encode. */
    public static final class Broken {

        /** Fails as a getter with a mistake does. */
        public String getId() {
            throw new IllegalStateException("no id");
        }
    }

    @Test
    void messageThatCannotBeEncodedIsRefused(TestOutbox outbox) {
        assertThatThrownBy(() -> outbox.send("orders", new Broken(), OutboxMetadata.none()))
                .isInstanceOf(OncewardException.class)
                .hasMessageStartingWith(
                        "OWD-0337: A message of class io.onceward.test.HandlersTest$Broken for channel 'orders'")
                .hasRootCauseMessage("no id");
    }

    @Test
    void testBeginsWithoutTheDataOfTheLastOne(TestOutbox outbox) throws Exception {
        record(outbox, "42");
        outbox.deliver();
        outbox.clock().advance(Duration.ofDays(1));
        outbox.reset();
        assertThat(outbox).recordedNothing();
        assertThat(outbox).handler("billing").handled(0);
        assertThat(Duration.between(Instant.now(), outbox.clock().instant())).isLessThan(Duration.ofHours(1));
    }

    private static void record(TestOutbox outbox, String id) throws Exception {
        outbox.inTransaction(() -> outbox.record(
                "orders", new OrderPlaced(id, 7), OutboxMetadata.none().withKey(id)));
    }

    /** Bills an order, and records an event in the transaction of the handler. */
    private static void bill(String id) throws Exception {
        sql("INSERT INTO bill VALUES ('" + id + "')");
        ONCEWARD.outbox().record("bills", "billed", OutboxMetadata.none().withKey(id));
    }

    private static void sql(String sql) throws Exception {
        TestSql.execute(ONCEWARD.outbox().dataSource(), sql);
    }

    private static int bills() throws Exception {
        return TestSql.number(ONCEWARD.outbox().dataSource(), "SELECT COUNT(*) FROM bill");
    }
}
