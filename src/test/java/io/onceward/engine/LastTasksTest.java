// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The last tasks of a stop on a server that begins no task while an application stops. */
class LastTasksTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicBoolean stops = new AtomicBoolean();
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final Tasks tasks = new Tasks(task -> {
        if (!stops.get()) {
            threads.execute(task);
        }
    });

    @AfterEach
    void close() {
        hangs.countDown();
        threads.shutdown();
    }

    @Test
    void taskThatTheServerDoesNotBeginRunsAlsoWhileAHandlerHangs() throws Exception {
        tasks.execute(() -> {
            try {
                hangs.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Await.until("a handler that hangs", () -> tasks.running() == 1);
        stops.set(true);
        LastTasks last = new LastTasks(tasks);
        AtomicBoolean released = new AtomicBoolean();
        last.execute(() -> released.set(true));
        assertThat(last.await(System.nanoTime() + Duration.ofSeconds(5).toNanos()))
                .isTrue();
        assertThat(released).isTrue();
    }
}
