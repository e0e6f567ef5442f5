// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.Await;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class TasksTest {

    private final Queue<Runnable> accepted = new ArrayDeque<>();
    private final Tasks tasks = new Tasks(accepted::add, Duration.ofMillis(10));
    private int runs;

    @Test
    void taskThatTheExecutorNeverBeginsIsGivenToItAgain() throws Exception {
        tasks.execute(() -> runs++);
        accepted.remove(); // as GlassFish does while it changes its list of applications
        Await.until("the task once more", () -> !accepted.isEmpty(), tasks::tick);
        accepted.remove().run();
        assertThat(runs).isOne();
        assertThat(tasks.running()).isZero();
    }

    @Test
    void taskThatTheExecutorBeginsLateRunsOnce() throws Exception {
        tasks.execute(() -> runs++);
        Await.until("the task once more", () -> accepted.size() == 2, tasks::tick);
        accepted.remove().run();
        accepted.remove().run();
        assertThat(runs).isOne();
    }

    @Test
    void taskThatHasNotWaitedForLongIsNotGivenAgain() {
        Tasks patient = new Tasks(accepted::add, Duration.ofHours(1));
        patient.execute(() -> runs++);
        patient.tick();
        assertThat(accepted).hasSize(1);
    }

    @Test
    void taskThatTheExecutorRejectsIsNotGivenToItAgain() {
        Tasks rejected = new Tasks(
                task -> {
                    runs++;
                    throw new RejectedExecutionException("full");
                },
                Duration.ZERO);
        assertThatThrownBy(() -> rejected.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        rejected.tick();
        assertThat(runs).isOne();
    }

    @Test
    void taskThatWaitsDoesNotRunAfterTheClose() {
        tasks.execute(() -> runs++);
        tasks.close(System.nanoTime());
        accepted.remove().run();
        assertThat(runs).isZero();
    }

    @Test
    void taskThatFailsIsLogged() {
        LinkageError failure = new LinkageError("planted");
        List<LogRecord> logged = new ArrayList<>();
        Logger logger = Logger.getLogger("io.onceward");
        logger.setFilter(line -> {
            if (line.getThrown() == failure) {
                logged.add(line);
            }
            return true;
        });
        try {
            tasks.execute(() -> {
                throw failure;
            });
            assertThatThrownBy(accepted.remove()::run).isSameAs(failure);
        } finally {
            logger.setFilter(null);
        }
        assertThat(logged).singleElement().satisfies(line -> assertThat(line.getMessage())
                .startsWith("OWD-1107"));
        assertThat(tasks.running()).isZero();
    }
}
