// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.LogLines;
import io.onceward.inbox.PayloadErrors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A message takes effect once for each handler, on every database. */
@DialectContract
abstract class IdempotentConsumerContract extends OutboxFixture {

    @Test
    void messageIsHandledOnceByEachHandler() throws Exception {
        assertThat(handle("billing", "m1")).isTrue();
        assertThat(handle("billing", "m1")).isFalse();
        assertThat(handle("shipping", "m1")).isTrue();
        assertThat(handle("billing", "m2")).isTrue();
    }

    @Test
    void failureOfTheHandlerFailsTheDeliveryAndUndoesClaimAndEffects() throws Exception {
        assertThatThrownBy(() -> deliver("billing", "m1", () -> {
                    business(1);
                    throw new IllegalStateException("handler fails");
                }))
                .hasMessage("handler fails");
        assertThat(rows("business")).isZero();
        assertThat(handle("billing", "m1")).isTrue();
    }

    @Test
    void handlerThatMarksItsTransactionFailsTheDelivery() throws Exception {
        assertThatThrownBy(() -> deliver("billing", "m1", () -> {
                    business(1);
                    JTA.manager.setRollbackOnly();
                }))
                .isInstanceOf(jakarta.transaction.RollbackException.class);
        assertThat(rows("business")).isZero();
        assertThat(handle("billing", "m1")).isTrue();
    }

    /** Only the broker knows whether it delivers the message again. Its dead-letter queue tells no log. */
    @Test
    void failedDeliveryIsToldWithoutThePayload() {
        try (LogLines log = new LogLines()) {
            Exception quoting = new IllegalStateException("secret", new NumberFormatException("secret"));
            engine.inbox().deliveryFailed("billing", new Object[] {"m1"}, quoting);
            engine.inbox().deliveryFailed("billing", new Object[] {7}, PayloadErrors.notReadable("orders", quoting));
            assertThat(log.all())
                    .filteredOn(line -> line.startsWith("OWD-1067"))
                    .hasSize(2)
                    .allMatch(line -> line.contains("'billing'") && line.contains("delivery ? of"))
                    .anyMatch(line -> line.endsWith("Cause: java.lang.NumberFormatException"))
                    .anyMatch(line -> line.contains("Cause: OWD-0092"))
                    .filteredOn(line -> !line.contains("OWD-0092"))
                    .noneMatch(line -> line.contains("secret"));
        }
    }

    @Test
    void effectsSurviveADeliveryThatFailsAfterThem() throws Exception {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    engine.inbox().deliver("billing", "m1", new Object[] {"m1"}, () -> {
                        business(1);
                        return null;
                    });
                    throw new IllegalStateException("the acknowledgement is lost");
                }))
                .hasMessage("the acknowledgement is lost");
        assertThat(rows("business")).isEqualTo(1);
        assertThat(handle("billing", "m1")).as("the redelivery").isFalse();
    }

    @Test
    void longIdentityIsNeverCut() throws Exception {
        String prefix = "x".repeat(300);
        assertThat(handle("billing", prefix + "a")).isTrue();
        assertThat(handle("billing", prefix + "b")).isTrue();
        assertThat(handle("billing", prefix + "a")).isFalse();
    }

    @Test
    void identitiesThatDifferALittleAreDifferentMessages() throws Exception {
        for (String id : List.of(
                "m1",
                "M1",
                "m1 ",
                "m\u00fc",
                "mu",
                "mue",
                "m\ud83d\ude00",
                "m\ud83d\ude01",
                "m?",
                "m\ud83d",
                "m\ud83e",
                "m\0",
                "")) {
            assertThat(handle("billing", id)).as("'" + id + "'").isTrue();
            assertThat(handle("billing", id)).as("'" + id + "' again").isFalse();
        }
        assertThat(handle("Billing", "m1")).isTrue();
    }

    @Test
    void concurrentDeliveryWaitsAndSeesTheCommit() throws Exception {
        assertThat(secondDeliveryWhileTheFirst(true)).isFalse();
    }

    @Test
    void concurrentDeliveryWaitsAndSeesTheRollback() throws Exception {
        assertThat(secondDeliveryWhileTheFirst(false)).isTrue();
    }

    @Test
    void oneOfManyConcurrentDeliveriesRunsAfterARollback() throws Exception {
        for (int round = 0; round < 10; round++) {
            String id = "m" + round;
            CountDownLatch claimed = new CountDownLatch(1);
            Future<Boolean> first = threads.submit(() -> deliver("billing", id, () -> {
                claimed.countDown();
                Thread.sleep(100);
                throw new IllegalStateException("rolled back on purpose");
            }));
            claimed.await();
            List<Callable<Boolean>> others = Collections.nCopies(5, () -> handle("billing", id));
            List<Boolean> ran = new ArrayList<>();
            for (Future<Boolean> other : threads.invokeAll(others)) {
                ran.add(other.get(20, TimeUnit.SECONDS));
            }
            assertThat(first).failsWithin(Duration.ofSeconds(20));
            assertThat(ran).containsOnlyOnce(true);
        }
    }

    private boolean secondDeliveryWhileTheFirst(boolean commits) throws Exception {
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        Future<?> first = threads.submit(() -> deliver("billing", "m1", () -> {
            claimed.countDown();
            second.await();
            Thread.sleep(300);
            if (!commits) {
                throw new IllegalStateException("rolled back on purpose");
            }
        }));
        claimed.await();
        Future<Boolean> waiting = threads.submit(() -> {
            second.countDown();
            return handle("billing", "m1");
        });
        try {
            first.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertThat(e).hasRootCauseMessage("rolled back on purpose");
        }
        return waiting.get(20, TimeUnit.SECONDS);
    }

    @Test
    void sameMessagesInManySessionsHaveOneEffectEach() throws Exception {
        int messages = 200;
        AtomicInteger effects = new AtomicInteger();
        List<Future<?>> sessions = new ArrayList<>();
        for (int s = 0; s < 8; s++) {
            sessions.add(threads.submit(() -> {
                for (int m = 0; m < messages; m++) {
                    if (handle("billing", "m" + m)) {
                        effects.incrementAndGet();
                    }
                }
                return null;
            }));
        }
        for (Future<?> session : sessions) {
            session.get(60, TimeUnit.SECONDS);
        }
        assertThat(effects).hasValue(messages);
        assertThat(rows("onceward_inbox")).isEqualTo(messages);
    }

    @Test
    void deliveryNeedsATransaction() {
        assertThatThrownBy(() -> engine.inbox().deliver("billing", "m1", new Object[] {"m1"}, () -> null))
                .hasMessageStartingWith("OWD-0061");
    }

    /** Delivers a message to a handler without effects and returns whether it ran. */
    private boolean handle(String handler, String id) throws Exception {
        return deliver(handler, id, () -> {});
    }

    /** Delivers a message in its own transaction, as a container does, and returns whether the handler ran. */
    private boolean deliver(String handler, String id, Work work) throws Exception {
        AtomicBoolean ran = new AtomicBoolean();
        JTA.inTransaction(() -> engine.inbox().deliver(handler, id, new Object[] {id}, () -> {
            ran.set(true);
            work.run();
            return null;
        }));
        return ran.get();
    }

    /** The work of a handler. */
    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }
}
