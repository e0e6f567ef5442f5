// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.fixture.Await;
import io.onceward.inbox.ClaimJanitor;
import io.onceward.inbox.ExpiredClaimStore;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.spi.Transactions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** A janitor that finds another one running, perhaps of a node that has just died, looks again soon. */
class BusyJanitorTest {

    private static final Duration INTERVAL = Duration.ofMillis(20);

    private int calls;

    private final ExpiredClaimStore busyAtFirst = (retention, from, limit) -> {
        calls++;
        return new ExpiredClaimStore.Pruned(calls == 1, 0, null);
    };

    private final Transactions none = new Transactions() {
        @Override
        public <T> T inNew(Callable<T> work) throws Exception {
            return work.call();
        }

        @Override
        public <T> T suspended(Callable<T> work) throws Exception {
            return work.call();
        }
    };

    private final ExpiredClaimStore.Retention month = new ExpiredClaimStore.Retention() {
        @Override
        public Duration shortest() {
            return Duration.ofDays(30);
        }

        @Override
        public Optional<Duration> of(String handler) {
            return Optional.empty();
        }
    };

    @Test
    void looksAgainAfterItsIntervalIfThatIsShorterThanAMinute() throws Exception {
        ClaimJanitor janitor =
                new ClaimJanitor("shop", busyAtFirst, none, Runnable::run, new MetricsRecorder(), month, INTERVAL);
        Await.until("the second look", () -> calls == 2, janitor::tick);
    }
}
