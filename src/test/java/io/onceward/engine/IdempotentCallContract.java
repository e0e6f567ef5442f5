// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.inbox.ClaimStore;
import io.onceward.inbox.ResultPolicy;
import io.onceward.inbox.StoredResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

/** An idempotent call takes effect once for each key, on every database. */
@DialectContract
abstract class IdempotentCallContract extends IdempotentCallFixture {

    @Test
    void claimJoinsTheCallersTransaction() throws Exception {
        assertThat(JTA.inTransaction(() -> call("k1", () -> effect(1)))).isEqualTo(1);
        assertThat(JTA.inTransaction(() -> call("k1", () -> effect(2)))).isNull();
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void claimRollsBackWithTheTransactionThatItJoined() throws Exception {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    call("k1", () -> effect(1));
                    throw new IllegalStateException("the caller fails");
                }))
                .hasMessage("the caller fails");
        assertThat(effects()).isZero();
        assertThat(JTA.inTransaction(() -> call("k1", () -> effect(2)))).isEqualTo(2);
    }

    @Test
    void methodThatThrowsCommitsNothingEvenIfItsCallerSwallowsTheException() throws Exception {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    assertThatThrownBy(() -> call("k1", () -> {
                                effect(1);
                                throw new IOException("checked");
                            }))
                            .isInstanceOf(IOException.class);
                    return null;
                }))
                .isInstanceOf(jakarta.transaction.RollbackException.class);
        assertThat(effects()).isZero();
        assertThat(call("k1", () -> effect(2))).isEqualTo(2);
    }

    @Test
    void handlersShareNoClaims() throws Exception {
        JTA.inTransaction(() -> {
            call("k1", () -> effect(1));
            return engine.calls().once("other", "k1", NOTHING, () -> effect(2));
        });
        assertThat(effects()).isEqualTo(2);
    }

    @Test
    void handlersThatNoLongerExistAreNamed() throws Exception {
        for (String handler : List.of("billing", "Billing", "shipping", "onceward.probe")) {
            engine.calls().once(handler, "k1", NOTHING, () -> effect(1));
        }
        assertThat(warningsOf(() -> warnOfOthersThan("billing", "shipping", "other")))
                .singleElement()
                .asString()
                .startsWith("OWD-1035")
                .contains(": Billing.");
        assertThat(warningsOf(() -> warnOfOthersThan("billing", "Billing", "shipping")))
                .isEmpty();
    }

    private void warnOfOthersThan(String... own) {
        engine.inbox().addOwn(List.of(own));
        engine.inbox().warnOfOthers();
    }

    private static List<String> warningsOf(Runnable work) {
        Logger logger = Logger.getLogger("io.onceward");
        List<String> warnings = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord logged) {
                if (logged.getLevel().equals(Level.WARNING)) {
                    warnings.add(new SimpleFormatter().formatMessage(logged));
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            work.run();
        } finally {
            logger.removeHandler(handler);
        }
        return warnings;
    }

    @Test
    void callInATransactionMarkedForRollbackIsRefused() {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    JTA.manager.setRollbackOnly();
                    return call("k1", () -> effect(1));
                }))
                .hasMessageStartingWith("OWD-0061");
    }

    @Test
    void callWhoseConnectionsAreOutsideOfTheTransactionIsRefused() throws Exception {
        Nodes outside = new Nodes(JTA, new MemoryPublisher());
        Engine refusing = outside.openOutside(Map.of("onceward.relay.enabled", "false"), threads, pool);
        assertThatThrownBy(
                        () -> JTA.inTransaction(() -> refusing.calls().once("billing", "k1", NOTHING, () -> effect(1))))
                .hasMessageStartingWith("OWD-0124");
        assertThat(effects()).isZero();
        assertThat(call("k1", () -> effect(2))).isEqualTo(2);
    }

    @Test
    void callWithoutATransactionGetsItsOwn() throws Exception {
        assertThat(call("k1", () -> effect(1))).isEqualTo(1);
        assertThat(call("k1", () -> effect(2))).isNull();
        assertThatThrownBy(() -> call("k2", () -> {
                    effect(3);
                    throw new IOException("checked");
                }))
                .isInstanceOf(IOException.class);
        assertThat(effects()).isEqualTo(1);
        assertThat(call("k2", () -> effect(4))).isEqualTo(4);
    }

    @Test
    void methodThatMarksItsOwnTransactionReturnsAndMayRunAgain() throws Exception {
        assertThat(call("k1", () -> {
                    JTA.manager.setRollbackOnly();
                    return effect(1);
                }))
                .isEqualTo(1);
        assertThat(effects()).isZero();
        assertThat(call("k1", () -> effect(2))).isEqualTo(2);
    }

    @Test
    void secondCallRunsIfTheFirstThatItWaitedForRollsBack() throws Exception {
        assertThat(secondCallWhileTheFirst(false, NOTHING)).isEqualTo(2);
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void callThatDoesNotWaitReturnsSoonAndLeavesOtherKeysAlone() throws Exception {
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        Future<Object> first = threads.submit(() -> engine.calls().once("billing", "k1", new NotWaiting(), () -> {
            effect(1);
            claimed.countDown();
            answered.await();
            return "first";
        }));
        claimed.await();
        Duration quickest = Duration.ofDays(1);
        for (Engine node : nodes) {
            long begin = System.nanoTime();
            assertThat(node.calls().once("billing", "k1", new NotWaiting(), () -> effect(2)))
                    .isEqualTo("busy");
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            quickest = took.compareTo(quickest) < 0 ? took : quickest;
        }
        assertThat(quickest)
                .as("the quickest of all: a machine may stall in one of them, a call that waits does so in each")
                .isLessThan(Duration.ofSeconds(3));
        assertThat(engine.calls().once("billing", "k2", new NotWaiting(), () -> effect(3)))
                .as("another key")
                .isEqualTo(3);
        answered.countDown();
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("first");
        assertThat(engine.calls().once("billing", "k1", new NotWaiting(), () -> effect(4)))
                .isEqualTo("first");
        assertThat(effects()).isEqualTo(2);
    }

    @Test
    void callThatDoesNotWaitRunsAfterTheFirstRolledBack() throws Exception {
        assertThatThrownBy(() -> engine.calls().once("billing", "k1", new NotWaiting(), () -> {
                    throw new IOException("on purpose");
                }))
                .isInstanceOf(IOException.class);
        assertThat(engine.calls().once("billing", "k1", new NotWaiting(), () -> effect(1)))
                .isEqualTo(1);
    }

    @Test
    void oneOfManyConcurrentNonWaitingCallsRuns() throws Exception {
        for (int round = 0; round < 10; round++) {
            String key = "k" + round;
            List<Callable<Object>> calls = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                Engine node = nodes.get(i % NODES);
                calls.add(() -> node.calls().once("billing", key, new NotWaiting(), () -> effect(1)));
            }
            for (Future<Object> call : threads.invokeAll(calls)) {
                assertThat(call.get(20, TimeUnit.SECONDS)).isIn(1, "1", "busy");
            }
            assertThat(effects()).isEqualTo(round + 1);
        }
        assertThat(deadlocks()).isEmpty();
    }

    /** The policy of HTTP: a concurrent call does not wait. */
    private static final class NotWaiting implements ResultPolicy {

        @Override
        public boolean claim(ClaimStore store, String handler, String id) {
            return store.tryClaim(handler, id);
        }

        @Override
        public Object first(ClaimStore store, String handler, String id, Object returned) {
            store.keep(handler, id, new StoredResult("f", 201, null, returned.toString(), null));
            return returned;
        }

        @Override
        public Object repeated(ClaimStore store, String handler, String id) {
            return store.result(handler, id).map(StoredResult::contentType).orElse("busy");
        }
    }
}
