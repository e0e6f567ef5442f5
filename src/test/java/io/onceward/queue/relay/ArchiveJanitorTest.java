// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.queue.Time;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ArchiveJanitorTest {

    private OptionalInt answer = OptionalInt.empty();
    private int runs;

    private final ArchiveJanitor janitor = new ArchiveJanitor(
            "test",
            this::prune,
            new NodeContext(
                    null, new NoTransactions(), Runnable::run, new NodePayloads(), new MetricsRecorder(), Time.SYSTEM),
            Duration.ofDays(30));

    private OptionalInt prune(Duration age, int limit) {
        runs++;
        return answer;
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
