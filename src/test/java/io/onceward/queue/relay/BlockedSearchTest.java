// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
import io.onceward.queue.store.QueueStore.Unblocked;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A search for blocked events goes part by part, and takes little of the time. */
class BlockedSearchTest {

    private static final Duration SLOW = Duration.ofMillis(20);

    private final Deque<Unblocked> results = new ArrayDeque<>();
    private final List<Long> positions = new ArrayList<>();
    private final BlockedSearch search = new BlockedSearch(new FakeQueue(1) {
        @Override
        public Unblocked unblock(Set<Integer> lanes, int total, long after, boolean blockKey) {
            positions.add(after);
            LockSupport.parkNanos(SLOW.toNanos());
            return results.pop();
        }
    });

    private void step(boolean more, long last) {
        results.push(new Unblocked(more, last));
        search.step(Set.of(0), 1, true);
    }

    @Test
    void searchGoesPartByPart() {
        assertThat(search.isDue()).isFalse();
        search.request();
        assertThat(search.isDue()).isTrue();
        step(false, 7);
        assertThat(search.isDue()).as("the next part").isTrue();
        step(false, 9);
        step(false, Unblocked.COMPLETE);
        assertThat(search.isRunning()).isFalse();
        assertThat(positions).containsExactly(Unblocked.COMPLETE, 7L, 9L);
    }

    @Test
    void completeSearchDoesNotBeginAgainAtOnce() throws Exception {
        search.request();
        step(false, Unblocked.COMPLETE);
        long ended = System.nanoTime();
        search.request();
        Await.until("the next search", search::isDue);
        assertThat(Duration.ofNanos(System.nanoTime() - ended)).isGreaterThan(SLOW.multipliedBy(10));
        step(false, Unblocked.COMPLETE);
        search.requestAtOnce();
        assertThat(search.isDue()).isTrue();
    }

    @Test
    void keysWithFurtherFreeEventsAreSearchedAgainAtOnce() {
        search.request();
        step(true, 7);
        step(false, Unblocked.COMPLETE);
        assertThat(search.isDue()).isTrue();
        step(false, Unblocked.COMPLETE);
        assertThat(search.isDue()).isFalse();
    }

    @Test
    void searchBeginsAgainAfterARollback() {
        search.request();
        step(false, 7);
        search.restart();
        assertThat(search.isDue()).isTrue();
        step(false, Unblocked.COMPLETE);
        assertThat(positions).containsExactly(Unblocked.COMPLETE, Unblocked.COMPLETE);
    }
}
