// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.Durable;
import io.onceward.api.DurableCalls;
import io.onceward.api.EventKey;
import io.onceward.api.IdempotencyKey;
import io.onceward.api.Idempotent;
import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Each annotation of Onceward on beans of the container of the test. */
@OncewardTest({
    AnnotatedBeansTest.Orders.class,
    AnnotatedBeansTest.Billing.class,
    AnnotatedBeansTest.Planner.class,
    AnnotatedBeansTest.Reminders.class,
    AnnotatedBeansTest.Page.class,
    AnnotatedBeansTest.Rows.class
})
class AnnotatedBeansTest {

    public record Placed(@EventKey String id, int total) {}

    /** The table of the application. */
    @ApplicationScoped
    static class Rows {

        @Resource(lookup = "jdbc/shop")
        private DataSource database;

        void add(String text) {
            run("INSERT INTO effects VALUES ('" + text + "')");
        }

        void run(String sql) {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        List<String> all() {
            List<String> all = new ArrayList<>();
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT * FROM effects ORDER BY 1")) {
                while (rows.next()) {
                    all.add(rows.getString(1));
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            return all;
        }
    }

    @ApplicationScoped
    static class Orders {

        @Inject
        private Rows rows;

        @Inject
        @Channel("audit")
        private Emitter<String> audit;

        @Inject
        private Outbox outbox;

        @Inject
        private Event<Placed> placed;

        @Resource
        private UserTransaction transaction;

        @Inject
        private UserTransaction injected;

        private final List<String> notified = new ArrayList<>();

        @Outgoing("orders")
        @Transactional
        public Placed place(String id) {
            rows.add("order " + id);
            return new Placed(id, 7);
        }

        @Outgoing("orders")
        @Transactional
        public List<Placed> placeAll(String... ids) {
            return java.util.Arrays.stream(ids).map(id -> new Placed(id, 7)).toList();
        }

        @Outgoing("orders")
        @Transactional
        public Placed placeAndFail(String id) {
            place(id);
            throw new IllegalStateException("on purpose");
        }

        @Outgoing("orders")
        public Placed placeWithoutTransaction(String id) {
            return new Placed(id, 7);
        }

        @Transactional
        public void audit(String text) {
            audit.send(text);
            outbox.record("books", text);
        }

        @Transactional
        public void fire(String id) {
            placed.fire(new Placed(id, 7));
        }

        public void fireByHand(String id) throws Exception {
            injected.begin();
            placed.fire(new Placed(id, 7));
            transaction.commit();
        }

        @Transactional(rollbackOn = IOException.class)
        public void fireAndFail(String id) throws IOException {
            placed.fire(new Placed(id, 7));
            throw new IOException("on purpose");
        }

        void log(@Observes(during = TransactionPhase.AFTER_SUCCESS) Placed order) {
            notified.add(order.id());
        }

        List<String> takeNotified() {
            List<String> taken = List.copyOf(notified);
            notified.clear();
            return taken;
        }
    }

    @ApplicationScoped
    static class Billing {

        @Inject
        private Rows rows;

        @Incoming("orders")
        public void bill(Placed order) {
            rows.add("bill " + order.id());
        }

        void ship(@Observes @Durable(name = "shipping") Placed order) {
            rows.add("ship " + order.id());
        }

        @Idempotent
        @Transactional
        public String pay(@IdempotencyKey String id, int amount) {
            rows.add("pay " + id);
            return id;
        }

        @Idempotent(replay = true)
        @Transactional
        public Optional<String> receipt(@IdempotencyKey String id) {
            rows.add("receipt " + id);
            return Optional.of("receipt of " + id);
        }
    }

    @ApplicationScoped
    static class Reminders {

        @Inject
        private Rows rows;

        @Durable
        public void remind(String id) {
            rows.add("remind " + id);
        }
    }

    /** A call within a bean has no interceptors, so another bean makes it. */
    @ApplicationScoped
    static class Planner {

        @Inject
        private Reminders reminders;

        @Inject
        private DurableCalls calls;

        @Transactional
        public void now(String id) {
            reminders.remind(id);
        }

        @Transactional
        public String later(String id, Duration delay) {
            return calls.in(delay).record(() -> reminders.remind(id));
        }

        @Transactional
        public boolean cancel(String call) {
            return calls.cancel(call);
        }
    }

    /** A bean of a request, with a state. */
    @RequestScoped
    static class Page {

        private int calls;

        int countCall() {
            return ++calls;
        }
    }

    @Inject
    private Orders orders;

    @Inject
    private Billing billing;

    @Inject
    private Planner planner;

    @Inject
    private Page page;

    @Inject
    private Rows rows;

    @BeforeEach
    void createTable() {
        rows.run("CREATE TABLE IF NOT EXISTS effects (text VARCHAR(100))");
        rows.run("DELETE FROM effects");
    }

    @Test
    void returnedEventIsRecordedAndHandled(Scenario scenario) {
        Placed placed = scenario.stimulate(() -> orders.place("42"))
                .andWaitForEvent("orders")
                .withKey("42")
                .payload(Placed.class);
        assertThat(placed).isEqualTo(new Placed("42", 7));
        scenario.stimulate(() -> {}).andWaitForHandler(Billing.class, "bill").handled(1);
        assertThat(rows.all()).containsExactly("bill 42", "order 42");
    }

    @Test
    void eachReturnedElementIsAnEvent(TestOutbox outbox) {
        orders.placeAll("1", "2", "3");
        assertThat(outbox).recorded("orders").times(3);
    }

    @Test
    void failureLeavesNeitherRowNorEvent(TestOutbox outbox) {
        assertThatThrownBy(() -> orders.placeAndFail("42")).hasMessage("on purpose");
        outbox.deliver();
        assertThat(outbox).recordedNothing();
        assertThat(outbox).handler(Billing.class, "bill").handled(0).failed(0);
        assertThat(rows.all()).isEmpty();
    }

    @Test
    void rollBackOfTheCallerLeavesNothing(TestOutbox outbox) {
        orders.takeNotified();
        assertThatThrownBy(() -> outbox.inTransaction(() -> {
                    orders.place("42");
                    orders.fire("43");
                    throw new IOException("on purpose");
                }))
                .hasMessage("on purpose");
        outbox.deliver();
        assertThat(outbox).recordedNothing();
        assertThat(outbox).handler("shipping").handled(0).pending(0);
        assertThat(rows.all()).isEmpty();
        assertThat(orders.takeNotified()).isEmpty();
        assertThatThrownBy(() -> assertThat(outbox).recorded("orders"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("recorded, but its transaction rolled back");
    }

    @Test
    void methodWithoutTransactionIsRefused(TestOutbox outbox) {
        assertThatThrownBy(() -> orders.placeWithoutTransaction("42")).hasMessageStartingWith("OWD-");
        assertThat(outbox).recordedNothing();
    }

    @Test
    void emitterAndOutboxRecord(TestOutbox outbox) {
        orders.audit("text");
        assertThat(outbox).recorded("audit").times(1).withType("audit");
        assertThat(outbox.recorded().get(0).payload())
                .isEqualTo("text".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(outbox).recorded("books").times(1);
    }

    @Test
    void messageOfAnotherApplicationIsHandledOnce(TestOutbox outbox) {
        outbox.send("orders", new Placed("9", 1), OutboxMetadata.none().withId("m1"));
        outbox.deliver();
        outbox.redeliver();
        assertThat(outbox).handler(Billing.class, "bill").handled(1).skipped(1);
        assertThat(rows.all()).containsExactly("bill 9");
    }

    @Test
    void durableObserverRunsAfterTheCommit(TestOutbox outbox) throws Exception {
        orders.takeNotified();
        orders.fire("1");
        orders.fireByHand("2");
        assertThat(orders.takeNotified()).containsExactly("1", "2");
        assertThat(rows.all()).isEmpty();
        outbox.deliver();
        assertThat(outbox).handler("shipping").handled(2).skipped(0).pending(0);
        assertThat(rows.all()).containsExactly("ship 1", "ship 2");
        assertThatThrownBy(() -> orders.fireAndFail("3")).isInstanceOf(IOException.class);
        outbox.deliver();
        assertThat(outbox).handler("shipping").handled(2);
    }

    @Test
    void failedObserverIsRetriedWhenTheClockSaysSo(TestOutbox outbox) {
        outbox.failNext("shipping", new IOException("no network"));
        orders.fire("1");
        outbox.deliver();
        outbox.deliver();
        assertThat(outbox).handler("shipping").failed(1).pending(1).handled(0);
        outbox.clock().advance(Duration.ofMinutes(1));
        outbox.deliver();
        assertThat(outbox).handler("shipping").failed(1).pending(0).handled(1);
        assertThat(rows.all()).containsExactly("ship 1");
    }

    @Test
    void idempotentCallRunsOnceForItsKey(TestOutbox outbox) {
        assertThat(billing.pay("1", 7)).isEqualTo("1");
        assertThat(billing.pay("1", 7)).isNull();
        billing.pay("2", 7);
        assertThat(outbox).handler(Billing.class, "pay").handled(2).skipped(1);
        assertThat(rows.all()).containsExactly("pay 1", "pay 2");
        assertThat(billing.receipt("1")).contains("receipt of 1");
        assertThat(billing.receipt("1")).contains("receipt of 1");
        assertThat(outbox).handler(Billing.class, "receipt").handled(1).skipped(1);
    }

    @Test
    void failedIdempotentCallMayBeRepeated(TestOutbox outbox) {
        outbox.failNext(Billing.class, "pay", new IllegalStateException("on purpose"));
        assertThatThrownBy(() -> billing.pay("1", 7)).hasMessage("on purpose");
        billing.pay("1", 7);
        assertThat(outbox).handler(Billing.class, "pay").failed(1).handled(1).skipped(0);
        assertThat(rows.all()).containsExactly("pay 1");
    }

    @Test
    void durableCallRunsAfterTheCommit(TestOutbox outbox) {
        planner.now("1");
        assertThat(rows.all()).isEmpty();
        outbox.deliver();
        assertThat(outbox).handler(Reminders.class, "remind").handled(1);
        assertThat(rows.all()).containsExactly("remind 1");
    }

    @Test
    void delayedCallRunsWhenTheClockSaysSo(TestOutbox outbox) {
        planner.later("1", Duration.ofDays(2));
        outbox.deliver();
        outbox.clock().advance(Duration.ofDays(1));
        outbox.deliver();
        assertThat(outbox).handler(Reminders.class, "remind").handled(0).pending(1);
        outbox.clock().advance(Duration.ofDays(1));
        outbox.deliver();
        assertThat(outbox).handler(Reminders.class, "remind").handled(1);
    }

    @Test
    void cancelledCallDoesNotRun(TestOutbox outbox) {
        String call = planner.later("1", Duration.ofDays(2));
        assertThat(planner.cancel(call)).isTrue();
        assertThat(planner.cancel(call)).isFalse();
        outbox.clock().advance(Duration.ofDays(3));
        outbox.deliver();
        assertThat(outbox).handler(Reminders.class, "remind").handled(0).pending(0);
    }

    @Test
    void callIsCancelledAfterTheClockHasAdvanced(TestOutbox outbox) {
        String call = planner.later("1", Duration.ofDays(2));
        outbox.clock().advance(Duration.ofDays(1));
        assertThat(planner.cancel(call)).isTrue();
        outbox.clock().advance(Duration.ofDays(2));
        outbox.deliver();
        assertThat(rows.all()).isEmpty();
    }

    @RepeatedTest(2)
    void testHasARequestContextOfItsOwn() {
        assertThat(page.countCall()).isEqualTo(1);
        assertThat(page.countCall()).isEqualTo(2);
    }

    @Nested
    class InANestedClass {

        @Inject
        private Orders injected;

        @Test
        void beansAreThoseOfTheOuterClass(TestOutbox outbox) {
            assertThat(outbox).recordedNothing();
            injected.place("42");
            assertThat(outbox).recorded("orders").times(1);
            assertThat(outbox.bean(Orders.class)).isSameAs(injected);
        }
    }
}
