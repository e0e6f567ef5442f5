// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class SerialTaskTest {

    private final Queue<Runnable> executor = new ArrayDeque<>();
    private Runnable work = () -> {};
    private int runs;
    private volatile SerialTask current;
    private final SerialTask task = new SerialTask(executor::add, () -> false, () -> {
        runs++;
        work.run();
    });

    @Test
    void requestDuringARunLeadsToOneMore() {
        work = () -> {
            if (runs == 1) {
                task.request();
                task.request();
            }
        };
        task.request();
        executor.remove().run();
        assertThat(runs).isEqualTo(2);
        assertThat(task.isActive()).isFalse();
    }

    @Test
    void acknowledgedRequestNeedsNoFurtherRun() {
        work = () -> {
            task.request();
            task.acknowledge();
        };
        task.request();
        executor.remove().run();
        assertThat(runs).isEqualTo(1);
        assertThat(task.isActive()).isFalse();
    }

    @Test
    void urgentRequestEndsAPause() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            CountDownLatch paused = new CountDownLatch(1);
            CountDownLatch over = new CountDownLatch(1);
            SerialTask pausing = new SerialTask(thread, () -> false, () -> {
                paused.countDown();
                current.pause(Duration.ofHours(1).toNanos());
                over.countDown();
            });
            current = pausing;
            pausing.request();
            paused.await();
            pausing.requestAtOnce();
            over.await();
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void taskThatWaitsForTheExecutorOrRunsCanNotBeClosed() {
        work = () -> assertThat(task.close()).isFalse();
        task.request();
        assertThat(task.close()).isFalse();
        executor.remove().run();
        assertThat(task.close()).isTrue();
    }

    @Test
    void closedTaskIgnoresRequests() {
        assertThat(task.close()).isTrue();
        task.request();
        assertThat(executor).isEmpty();
        assertThat(task.isActive()).isFalse();
        assertThat(task.close()).isTrue();
    }
}
