// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class SerialTaskTest {

    private final Queue<Runnable> executor = new ArrayDeque<>();
    private Runnable work = () -> {};
    private int runs;
    private final SerialTask task = new SerialTask(executor::add, Duration.ZERO, () -> false, () -> {
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
        assertThat(task.active()).isFalse();
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
        assertThat(task.active()).isFalse();
        assertThat(task.close()).isTrue();
    }
}
