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
            tasks.next(task("second"));
            ran.add("first");
        });
        executor.remove().run();
        assertThat(ran).containsExactly("first", "second");
        assertThat(executor).isEmpty();
    }

    @Test
    void furtherTasksRunOnOtherThreads() {
        tasks.execute(() -> {
            tasks.next(task("same thread"));
            tasks.next(task("another one"));
        });
        executor.remove().run();
        assertThat(ran).containsExactly("same thread");
        executor.remove().run();
        assertThat(ran).containsExactly("same thread", "another one");
    }

    @Test
    void sharedTaskRunsOnAnotherThread() {
        tasks.execute(() -> {
            tasks.next(task("shared"));
            tasks.share();
            assertThat(executor).hasSize(1);
        });
        executor.remove().run();
        assertThat(ran).isEmpty();
        executor.remove().run();
        assertThat(ran).containsExactly("shared");
    }

    @Test
    void taskThatTheExecutorRejectsIsToldSo() {
        tasks.execute(() -> {
            tasks.next(task("second"));
            full = true;
            tasks.share();
            ran.add("first");
        });
        executor.remove().run();
        assertThat(ran).containsExactly("second is rejected", "first");
    }

    @Test
    void threadGoesBackToTheExecutorAfterAFewTasks() {
        tasks.execute(() -> chain(1));
        executor.remove().run();
        assertThat(ran).containsExactly("1", "2", "3", "4");
        executor.remove().run();
        assertThat(ran).hasSize(8);
    }

    private void chain(int number) {
        ran.add(String.valueOf(number));
        tasks.next(new TaskChain.Task() {
            @Override
            public void run() {
                chain(number + 1);
            }

            @Override
            public void rejected(Throwable cause) {
                throw new IllegalStateException(cause);
            }
        });
    }

    @Test
    void nextTaskIsNotInterruptedByTheCodeOfTheFirst() {
        tasks.execute(() -> {
            Thread.currentThread().interrupt();
            tasks.next(new TaskChain.Task() {
                @Override
                public void run() {
                    ran.add(Thread.currentThread().isInterrupted() ? "interrupted" : "calm");
                }

                @Override
                public void rejected(Throwable cause) {
                    throw new IllegalStateException(cause);
                }
            });
        });
        executor.remove().run();
        assertThat(ran).containsExactly("calm");
    }

    private TaskChain.Task task(String name) {
        return new TaskChain.Task() {
            @Override
            public void run() {
                ran.add(name);
            }

            @Override
            public void rejected(Throwable cause) {
                ran.add(name + " is rejected");
            }
        };
    }

    @Test
    void failureOfATaskDoesNotLoseTheNextOne() {
        tasks.execute(() -> {
            tasks.next(task("second"));
            throw new IllegalStateException("first");
        });
        assertThatThrownBy(() -> executor.remove().run()).hasMessage("first");
        executor.remove().run();
        assertThat(ran).containsExactly("second");
    }

    @Test
    void taskOutsideOfARunningOneGoesToTheExecutor() {
        tasks.next(task("first"));
        executor.remove().run();
        tasks.next(task("second"));
        assertThat(ran).containsExactly("first");
        executor.remove().run();
        assertThat(ran).containsExactly("first", "second");
    }
}
