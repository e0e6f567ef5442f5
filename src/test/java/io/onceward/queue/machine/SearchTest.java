// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.queue.store.QueueStore.Unblocked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A search for blocked events goes part by part, and takes little of the time. */
class SearchTest {

    private static final Duration SLOW = Duration.ofMillis(20);

    private final List<Long> positions = new ArrayList<>();
    private long now;
    private final Search search = new Search(now);

    private void step(boolean more, long last) {
        positions.add(search.next());
        now += SLOW.toNanos();
        search.found(new Unblocked(more, last), SLOW, now);
    }

    @Test
    void searchGoesPartByPart() {
        assertThat(search.isDue(now)).isFalse();
        search.request();
        assertThat(search.isDue(now)).isTrue();
        step(false, 7);
        assertThat(search.isDue(now)).as("the next part").isTrue();
        step(false, 9);
        step(false, Unblocked.COMPLETE);
        assertThat(search.isRunning()).isFalse();
        assertThat(positions).containsExactly(Unblocked.COMPLETE, 7L, 9L);
    }

    @Test
    void completeSearchDoesNotBeginAgainAtOnce() {
        search.request();
        step(false, Unblocked.COMPLETE);
        search.request();
        now += SLOW.multipliedBy(10).toNanos();
        assertThat(search.isDue(now)).isFalse();
        now += SLOW.multipliedBy(10).toNanos();
        assertThat(search.isDue(now)).isTrue();
        step(false, Unblocked.COMPLETE);
        search.requestAtOnce(now);
        assertThat(search.isDue(now)).isTrue();
    }

    @Test
    void keysWithFurtherFreeEventsAreSearchedAgainAtOnce() {
        search.request();
        step(true, 7);
        step(false, Unblocked.COMPLETE);
        assertThat(search.isDue(now)).isTrue();
        step(false, Unblocked.COMPLETE);
        assertThat(search.isDue(now)).isFalse();
    }

    @Test
    void searchBeginsAgainAfterARollback() {
        search.request();
        step(false, 7);
        search.restart(now);
        assertThat(search.isDue(now)).isTrue();
        step(false, Unblocked.COMPLETE);
        assertThat(positions).containsExactly(Unblocked.COMPLETE, Unblocked.COMPLETE);
    }

    @Test
    void searchThatFindsAllLanesLockedBeginsAgainSoon() {
        search.request();
        search.postpone(now);
        assertThat(search.isDue(now)).isFalse();
        now += Duration.ofMillis(100).toNanos();
        assertThat(search.isDue(now)).isTrue();
    }
}
