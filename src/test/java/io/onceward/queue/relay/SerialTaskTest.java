// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
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
    private volatile Runnable requestOnce = () -> {};
    private int runs;
    private final SerialTask task = new SerialTask(executor::add, nanos -> 0, () -> false, () -> {
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
    void urgentRequestEndsThePauseBetweenTwoRuns() throws Exception {
        CountDownLatch again = new CountDownLatch(2);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            SerialTask pausing =
                    new SerialTask(thread, nanos -> Duration.ofHours(1).toNanos(), () -> false, () -> {
                        again.countDown();
                        requestOnce.run();
                    });
            requestOnce = () -> {
                requestOnce = () -> {};
                pausing.request();
            };
            pausing.request();
            Await.until("the pause", () -> again.getCount() == 1 && pausing.isRequested());
            pausing.requestAtOnce();
            Await.until("the second run", () -> again.getCount() == 0);
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
