// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static io.onceward.engine.TenantOfThread.TENANT_HEADER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.OutboxMetadata;
import io.onceward.engine.TextMessages.Headed;
import io.onceward.fixture.LogLines;
import io.onceward.outbox.AdapterEvent;
import jakarta.transaction.Synchronization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A context of the application goes on from the recording of an event to its handlers, on every database. */
abstract class ContextContract extends StoredInboxFixture {

    private final TenantOfThread tenants = new TenantOfThread();

    /** The tenant that billing has seen at each attempt; "none" if it saw none. */
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    /** One thread for everything that runs after a commit. */
    private final ExecutorService oneThread = Executors.newSingleThreadExecutor();

    @BeforeEach
    void openWithContexts() {
        engine.stop(Duration.ZERO);
        billing.failure = body -> {
            seen.add(tenants.current() == null ? "none" : tenants.current());
            return body.equals("bad") ? new IllegalStateException("a bad order") : null;
        };
        engine = propagating(Map.of(), billing);
    }

    private Engine propagating(Map<String, String> more, Recorder handler) {
        Map<String, String> configuration = new HashMap<>(QUICK);
        configuration.put("mp.messaging.outgoing.letters.destination", "test:letters");
        configuration.putAll(more);
        Engine opened = nodes.propagating(tenants).open(configuration, oneThread, pool, List.of(handler));
        engines.add(opened);
        return opened;
    }

    @AfterEach
    void end() {
        tenants.leave();
        engines.forEach(each -> each.stop(Duration.ofSeconds(5)));
        oneThread.shutdownNow();
    }

    private <T> T as(String tenant, Callable<T> work) throws Exception {
        tenants.enter(tenant);
        try {
            return JTA.inTransaction(work);
        } finally {
            tenants.leave();
        }
    }

    private Object record(String channel, String payload) {
        return engine.recording(channel).record(payload, OutboxMetadata.none());
    }

    // ---- each way

    @Test
    void localEventTakesTheTenantToItsHandlerAndToTheEventsThatItRecords() throws Exception {
        billing.further = () -> record("letters", "bill");
        as("acme", () -> record("orders", "hello"));
        pollUntil(() -> publisher.published().size() == 1);
        assertThat(seen).containsExactly("acme");
        assertThat(publisher.published().get(0).headers()).containsEntry(TENANT_HEADER, "acme");
    }

    @Test
    void eventOfADurableObserverTakesTheTenant() throws Exception {
        Recorder observer = new Recorder("observer:billing");
        observer.failure = billing.failure;
        engine.stop(Duration.ZERO);
        engine = propagating(Map.of(), observer);
        as("acme", () -> engine.durable("observer:billing").record("hello", OutboxMetadata.none()));
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(seen).containsExactly("acme");
    }

    @Test
    void eventForABrokerHasTheTenantUnlessTheApplicationHasSetIt() throws Exception {
        as("acme", () -> {
            record("letters", "one");
            return engine.recording("letters")
                    .record("two", OutboxMetadata.none().withHeader(TENANT_HEADER, "other"));
        });
        JTA.inTransaction(() -> record("letters", "three"));
        pollUntil(() -> publisher.published().size() == 3);
        assertThat(publisher.published())
                .extracting(event -> String.valueOf(event.headers().get(TENANT_HEADER)))
                .containsExactlyInAnyOrder("acme", "other", "null");
    }

    @Test
    void storedMessageHasTheTenantOfItsSender() throws Exception {
        engine.stored().store("orders", new Headed("m1", "hello", Map.of(TENANT_HEADER, "acme")));
        engine.stored().store("orders", new Headed("m2", "hello", Map.of("tenant", "acme")));
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(seen).containsExactlyInAnyOrder("acme", "none");
    }

    @Test
    void messageOfAnIdempotentConsumerHasTheTenantOfItsSender() throws Exception {
        Headed message = new Headed("m1", "hello", Map.of(TENANT_HEADER, "acme"));
        for (int delivery = 1; delivery <= 2; delivery++) {
            engine.inbox().once("clerk", message, () -> seen.add(tenants.current()));
        }
        assertThat(seen).containsExactly("acme");
        JTA.inTransaction(() -> engine.inbox()
                .deliver("driver", "m1", new Object[] {message}, () -> seen.add("driver of " + tenants.current())));
        assertThat(seen).containsExactly("acme", "driver of acme");
        assertThat(tenants.current()).isNull();
    }

    /** A JPA provider calls entity listeners when it flushes, just before the commit. */
    @Test
    void handlerHasTheTenantUntilItsTransactionHasEnded() throws Exception {
        List<String> completing = Collections.synchronizedList(new ArrayList<>());
        billing.further = () -> {
            JTA.registry.registerInterposedSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {
                    completing.add("before " + tenants.current());
                }

                @Override
                public void afterCompletion(int status) {
                    completing.add("after " + tenants.current());
                }
            });
            return null;
        };
        as("acme", () -> record("orders", "hello"));
        pollUntil(() -> completing.size() == 2);
        assertThat(completing).containsExactly("before acme", "after acme");
    }

    // ---- threads

    @Test
    void threadIsClearedAlsoAfterAFailure() throws Exception {
        as("acme", () -> record("orders", "bad"));
        as("zenith", () -> record("orders", "good"));
        JTA.inTransaction(() -> record("orders", "of nobody"));
        pollUntil(() -> parked().size() == 1 && rows("onceward_inbox_message") == 1);
        assertThat(seen).containsExactlyInAnyOrder("acme", "acme", "acme", "zenith", "none");
        assertThat(oneThread.submit(tenants::current).get()).isNull();
    }

    // ---- failures

    @Test
    void recordingFailsIfTheContextCannotBeCaptured() {
        tenants.refuses = true;
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    assertThatThrownBy(() -> record("orders", "hello"))
                            .hasMessageStartingWith("OWD-0383")
                            .hasMessageContaining("no tenants today");
                    return null;
                }))
                .isInstanceOf(jakarta.transaction.RollbackException.class);
        assertThat(rows("onceward_inbox_message")).isZero();
    }

    @Test
    void recordingFailsIfTheValueIsTooLong() {
        assertThatThrownBy(() -> as("x".repeat(1025), () -> record("orders", "hello")))
                .hasMessageStartingWith("OWD-0384")
                .hasMessageNotContaining("xxx");
        assertThat(rows("onceward_inbox_message")).isZero();
    }

    @Test
    void handlerFailsIfTheContextCannotBeRestored() throws Exception {
        try (LogLines log = new LogLines()) {
            as("secretive", () -> {
                record("orders", "hello");
                tenants.refuses = true;
                return null;
            });
            pollUntil(() -> parked().size() == 1);
            EventSummary event = parked().get(0);
            assertThat(event.attempts()).isEqualTo(3);
            assertThat(event.error()).contains("OWD-0385").contains("no tenants today");
            assertThat(billing.tried).isEmpty();
            assertThat(log.all()).noneMatch(line -> line.contains("secretive"));
        }
        tenants.refuses = false;
        engine.inboxAdmin().requeue(EventFilter.all().parked(), "me");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(seen).containsExactly("secretive");
    }

    @Test
    void illegalValueOfAnotherSenderReachesNoHandler() throws Exception {
        engine.stored().store("orders", new Headed("m1", "hello", Map.of(TENANT_HEADER, "line\nbreak")));
        pollUntil(() -> parked().size() == 1);
        assertThat(parked().get(0).error()).contains("OWD-0384");
        assertThat(billing.tried).isEmpty();
    }

    @Test
    void contextThatTheApplicationDoesNotKnowStaysAHeaderAndDoesNotGoOn() throws Exception {
        billing.further = () -> record("letters", "bill");
        Map<String, String> headers = Map.of("context_region", "north", TENANT_HEADER, "acme");
        engine.stored().store("orders", new Headed("m1", "hello", headers));
        pollUntil(() -> publisher.published().size() == 1);
        assertThat(billing.metadata.headers()).containsAllEntriesOf(headers);
        assertThat(publisher.published().get(0).headers())
                .containsEntry(TENANT_HEADER, "acme")
                .doesNotContainKey("context_region");
    }

    @Test
    void adaptersEventHasTheTenant() throws Exception {
        engine.stop(Duration.ZERO);
        engine = propagating(Map.of(), new Recorder("other"));
        as("acme", () -> engine.adapterOutbox()
                .record(
                        "letters",
                        target -> new AdapterEvent(
                                new byte[] {1},
                                "text/plain",
                                OutboxMetadata.none(),
                                Map.of(),
                                target.destinations().get(0))));
        pollUntil(() -> publisher.published().size() == 1);
        assertThat(publisher.published().get(0).headers()).containsEntry(TENANT_HEADER, "acme");
    }
}
