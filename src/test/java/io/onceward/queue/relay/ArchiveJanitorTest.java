// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Time;
import io.onceward.queue.store.ArchiveStore;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ArchiveJanitorTest {

    private OptionalInt answer = OptionalInt.empty();
    private int runs;

    private final ArchiveJanitor janitor = new ArchiveJanitor(
            "test",
            new Archive(),
            new NodeContext(
                    null, new NoTransactions(), Runnable::run, new NodePayloads(), new MetricsRecorder(), Time.SYSTEM),
            Duration.ofDays(30));

    private final class Archive implements ArchiveStore {

        @Override
        public OptionalInt prune(Duration age, int limit) {
            runs++;
            return answer;
        }

        @Override
        public List<RecordedEvent> newest(int limit) {
            throw new AssertionError("the janitor reads nothing");
        }
    }

    /** Otherwise a deletion of claims that is there each minute would keep the archive from shrinking. */
    @Test
    void runThatMeetsAnotherDeletionIsRepeatedSoon() throws Exception {
        long start = System.nanoTime();
        janitor.tick();
        janitor.tick();
        assertThat(runs).isOne();
        Await.until("another run", () -> runs == 2, janitor::tick);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void runThatDeletedIsNotRepeatedSoon() throws Exception {
        answer = OptionalInt.of(3);
        janitor.tick();
        TimeUnit.MILLISECONDS.sleep(1500);
        janitor.tick();
        assertThat(runs).isOne();
    }
}
