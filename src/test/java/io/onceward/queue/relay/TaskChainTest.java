// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class TaskChainTest {

    private final Queue<Runnable> executor = new ArrayDeque<>();
    private final List<String> ran = new ArrayList<>();
    private boolean full;
    private final TaskChain tasks = new TaskChain(task -> {
        if (full) {
            throw new RejectedExecutionException("full");
        }
        executor.add(task);
    });

    @Test
    void taskOfARunningTaskRunsAfterItOnTheSameThread() {
        tasks.execute(() -> {
            tasks.next(() -> ran.add("second"));
            ran.add("first");
        });
        executor.remove().run();
        assertThat(ran).containsExactly("first", "second");
        assertThat(executor).isEmpty();
    }

    @Test
    void furtherTasksRunOnOtherThreads() {
        tasks.execute(() -> {
            tasks.next(() -> ran.add("same thread"));
            tasks.next(() -> ran.add("another one"));
        });
        executor.remove().run();
        assertThat(ran).containsExactly("same thread");
        executor.remove().run();
        assertThat(ran).containsExactly("same thread", "another one");
    }

    @Test
    void sharedTaskRunsOnAnotherThread() {
        tasks.execute(() -> {
            tasks.next(() -> ran.add("shared"));
            tasks.share();
            assertThat(executor).hasSize(1);
        });
        executor.remove().run();
        assertThat(ran).isEmpty();
        executor.remove().run();
        assertThat(ran).containsExactly("shared");
    }

    @Test
    void taskThatTheExecutorRejectsRunsLater() {
        tasks.execute(() -> {
            tasks.next(() -> ran.add("second"));
            full = true;
            tasks.share();
            ran.add("first");
        });
        executor.remove().run();
        assertThat(ran).containsExactly("first", "second");
    }

    @Test
    void failureOfATaskDoesNotLoseTheNextOne() {
        tasks.execute(() -> {
            tasks.next(() -> ran.add("second"));
            throw new IllegalStateException("first");
        });
        assertThatThrownBy(() -> executor.remove().run()).hasMessage("first");
        assertThat(ran).containsExactly("second");
    }

    @Test
    void taskOutsideOfARunningOneGoesToTheExecutor() {
        tasks.next(() -> ran.add("first"));
        executor.remove().run();
        tasks.next(() -> ran.add("second"));
        assertThat(ran).containsExactly("first");
        executor.remove().run();
        assertThat(ran).containsExactly("first", "second");
    }
}
