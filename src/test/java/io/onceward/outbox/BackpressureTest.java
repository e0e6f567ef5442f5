// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.queue.RecordedEvent;
import io.onceward.queue.store.AppendStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class BackpressureTest {

    private final List<Integer> counts = new ArrayList<>();
    private int pending = 5;

    private final AppendStore store = new AppendStore() {
        @Override
        public Optional<Boolean> write(List<RecordedEvent> events, String mark) {
            throw new UnsupportedOperationException("only counts");
        }

        @Override
        public boolean park(RecordedEvent event, String error) {
            throw new UnsupportedOperationException("only counts");
        }

        @Override
        public void writeProbe(String id) {
            throw new UnsupportedOperationException("only counts");
        }

        @Override
        public boolean hasProbe(String id) {
            throw new UnsupportedOperationException("only counts");
        }

        @Override
        public void removeProbe(String id) {
            throw new UnsupportedOperationException("only counts");
        }

        @Override
        public int countWaiting(int limit) {
            counts.add(pending);
            return pending;
        }
    };

    @Test
    void pendingEventsAreCountedAgainAfterTheServerHadNoThread() {
        List<Error> errors = new ArrayList<>(List.of(new InternalError("no thread")));
        Executor executor = task -> {
            if (!errors.isEmpty()) {
                throw errors.remove(0);
            }
            task.run();
        };
        Backpressure backpressure = new Backpressure(5, executor);
        backpressure.measure(store);
        assertThat(counts).isEmpty();
        backpressure.measure(store);
        assertThat(backpressure.admits(store, 1)).isFalse();
        pending = 0;
        backpressure.measure(store);
        assertThat(backpressure.admits(store, 1)).isTrue();
        assertThat(counts).containsExactly(5, 0);
    }
}
