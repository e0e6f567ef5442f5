// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.Sql;
import io.onceward.inbox.MessageHandler;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handlers of local channels that record further local events, or that commit behind the back of the transaction manager. */
class LocalChannelTest {

    private static final Jta JTA = new Jta();

    private final LogLines log = new LogLines();
    private final AtomicInteger calls = new AtomicInteger();
    private final AgroalDataSource pool =
            JTA.pool("jdbc:h2:mem:" + UUID.randomUUID(), "", "", TransactionIsolation.READ_COMMITTED);
    private volatile Callable<?> work = () -> null;
    private final Nodes nodes = new Nodes(JTA, new MemoryPublisher()).tryingSoon();
    private Engine engine = nodes.open(
            Map.of("onceward.schema", "create", "mp.messaging.incoming.steps.max-attempts", "1"),
            Runnable::run,
            pool,
            List.of(new Step()));

    @AfterEach
    void close() {
        engine.stop(Duration.ofSeconds(5));
        pool.close();
        log.close();
    }

    private final class Step implements MessageHandler {

        @Override
        public String name() {
            return "step";
        }

        @Override
        public String channel() {
            return "steps";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            return () -> {
                calls.incrementAndGet();
                return work.call();
            };
        }
    }

    private Object record(OutboxMetadata metadata) {
        return engine.recording("steps").record("next", metadata);
    }

    private List<EventSummary> parked() {
        return engine.inboxAdmin().find(EventFilter.all().parked(), null, 10).events();
    }

    @Test
    void handlerThatCallsItselfWithoutEndIsStoppedAndTold() throws Exception {
        work = () -> record(OutboxMetadata.none());
        JTA.inTransaction(() -> record(OutboxMetadata.none()));
        Await.until("the chain ends", () -> parked().size() == 1, engine::poll);
        assertThat(calls).hasValue(1000);
        assertThat(parked().get(0).error()).contains("OWD-0324", "1000 local events");
    }

    /** A node of the version before starts again during an update, or the observer comes back while it still runs. */
    @Test
    void eventsAreParkedOnlyWhileNoNodeHasTheirObserver() throws Exception {
        work = () -> {
            throw new IllegalStateException("later");
        };
        Engine updated = observing();
        JTA.inTransaction(() -> updated.durable(Observer.QUEUE).record("next", OutboxMetadata.none()));
        engine.stop(Duration.ofSeconds(5));
        engine = nodes.open(
                Map.of("onceward.observers.park-after", "PT1S", "onceward.relay.polling-interval", "PT0.05S"),
                Runnable::run,
                pool,
                List.of());
        Instant end =
                Instant.now().plusSeconds(8); // leases are renewed, and lanes change their owners, within some seconds
        while (Instant.now().isBefore(end)) {
            updated.poll();
            engine.poll();
            assertThat(parked()).isEmpty();
            Thread.sleep(10);
        }
        updated.stop(Duration.ofSeconds(5));
        Await.until("it is parked", () -> parked().size() == 1, engine::poll);
        assertThat(parked().get(0).error()).contains("OWD-0347");

        work = () -> null;
        calls.set(0);
        Engine again = observing();
        engine.poll();
        engine.poll();
        assertThat(again.inboxAdmin().requeue(EventFilter.all().withQueue(Observer.QUEUE), "me"))
                .isOne();
        Await.until("it is handled", () -> calls.get() == 1, () -> {
            engine.poll();
            again.poll();
        });
        again.stop(Duration.ofSeconds(5));
        assertThat(parked()).isEmpty();
    }

    /** Nodes with the observer do not serve its queue during the pause. */
    @Test
    void eventsOfAnObserverThatWasPausedAreNotParked() throws Exception {
        Engine before = observing();
        before.inboxAdmin().pause(Observer.QUEUE, "me");
        JTA.inTransaction(() -> before.durable(Observer.QUEUE).record("next", OutboxMetadata.none()));
        engine.stop(Duration.ofSeconds(5));
        engine = nodes.open(
                Map.of("onceward.observers.park-after", "PT0.2S", "onceward.relay.polling-interval", "PT0.05S"),
                Runnable::run,
                pool,
                List.of());
        Instant end = Instant.now().plusSeconds(1);
        while (Instant.now().isBefore(end)) {
            before.poll();
            engine.poll();
            Thread.sleep(10);
        }
        engine.inboxAdmin().resume(Observer.QUEUE, "me");
        Await.until("it is handled or parked", () -> calls.get() + parked().size() == 1, () -> {
            engine.poll();
            before.poll();
        });
        before.stop(Duration.ofSeconds(5));
        assertThat(parked()).isEmpty();
    }

    /** Returns a node of the version with the observer. */
    private Engine observing() {
        return nodes.open(
                Map.of(
                        "onceward.relay.polling-interval", "PT0.05S",
                        "mp.messaging.incoming.billing.max-attempts", "10000",
                        "mp.messaging.incoming.billing.retry-delay", "PT0.1S",
                        "mp.messaging.incoming.billing.retry-max-delay", "PT0.1S"),
                Runnable::run,
                pool,
                List.of(new Observer()));
    }

    private final class Observer implements MessageHandler {

        static final String QUEUE = "observer:billing";

        @Override
        public String name() {
            return QUEUE;
        }

        @Override
        public String channel() {
            return "billing";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            return () -> {
                calls.incrementAndGet();
                return work.call();
            };
        }
    }

    @Test
    void delayBeginsANewChain() throws Exception {
        work = () -> calls.get() < 1100
                ? record(
                        calls.get() % 700 == 0
                                ? OutboxMetadata.none().withDeliverAt(Instant.now())
                                : OutboxMetadata.none())
                : null;
        JTA.inTransaction(() -> record(OutboxMetadata.none()));
        Await.until("the chain ends", () -> calls.get() == 1100, engine::poll);
        assertThat(parked()).isEmpty();
    }

    @Test
    void removalThatAFailedHandlerHasCommittedIsTold() throws Exception {
        work = () -> {
            Sql.execute(
                    pool::getConnection, "CREATE TABLE committed (id INTEGER)"); // H2 commits the transaction before it
            throw new IllegalStateException("too late");
        };
        JTA.inTransaction(() -> record(OutboxMetadata.none()));
        Await.until("it is told", () -> log.all().stream().anyMatch(line -> line.contains("OWD-1191")), engine::poll);
    }
}
