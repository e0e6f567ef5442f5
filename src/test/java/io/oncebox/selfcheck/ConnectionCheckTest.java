// SPDX-License-Identifier: Apache-2.0
package io.oncebox.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncebox.fixture.Await;
import io.oncebox.log.Coded;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the check of a connection runs, and who waits for it. */
class ConnectionCheckTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private ConnectionCheck check(ConnectionCheck.Probe probe, Duration limit, Duration pause) {
        return new ConnectionCheck(
                () -> {
                    runs.incrementAndGet();
                    probe.run();
                },
                threads,
                limit,
                pause);
    }

    @Test
    void soundConnectionIsCheckedOnce() throws Exception {
        ConnectionCheck check = check(() -> {}, LONG, LONG);
        check.require();
        check.require();
        assertThat(runs).hasValue(1);
        assertThat(check.hasPassed()).isTrue();
    }

    @Test
    void failureStandsForAPauseAndThenTheCheckRunsAgain() throws Exception {
        ConnectionCheck pausing = check(() -> fail(new IOException("down")), LONG, LONG);
        assertThatThrownBy(pausing::require).hasMessage("down");
        assertThatThrownBy(pausing::require).hasMessage("down");
        assertThat(runs).hasValue(1);

        ConnectionCheck again = check(
                () -> {
                    if (runs.get() == 2) {
                        throw Coded.error("0210", null, "unsound");
                    }
                },
                LONG,
                Duration.ZERO);
        assertThatThrownBy(again::require).hasMessage("OBX-0210: unsound");
        assertThatCode(again::require).doesNotThrowAnyException();
    }

    @Test
    void threadsWaitForTheOneThatChecks() throws Exception {
        CountDownLatch checking = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        ConnectionCheck check = check(
                () -> {
                    checking.countDown();
                    answers.await();
                },
                LONG,
                LONG);
        Future<?> first = threads.submit(() -> require(check));
        checking.await();
        Thread second = new Thread(() -> require(check));
        second.start();
        Await.until("a waiting thread", () -> second.getState() == Thread.State.TIMED_WAITING);
        answers.countDown();
        first.get();
        second.join();
        assertThat(runs).hasValue(1);
    }

    @Test
    void checkThatHangsIsInterruptedAndItsThreadIsNot() throws Exception {
        ConnectionCheck check = check(new CountDownLatch(1)::await, SHORT, LONG);
        assertThatThrownBy(check::require)
                .isInstanceOf(TimeoutException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThatThrownBy(check::require).isInstanceOf(TimeoutException.class);
        assertThat(runs).hasValue(1);
    }

    @Test
    void checkThatIgnoresTheInterruptKeepsOnlyItsOwnThread() throws Exception {
        CountDownLatch answers = new CountDownLatch(1);
        ConnectionCheck check = check(
                () -> {
                    while (answers.getCount() > 0) {
                        try {
                            answers.await();
                        } catch (InterruptedException e) {
                            // like a client that goes on
                        }
                    }
                },
                SHORT,
                Duration.ZERO);
        Future<?> stuck = threads.submit(() -> require(check));
        Await.until("the check", () -> runs.get() == 1);
        assertThatThrownBy(check::require).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(check::require).isInstanceOf(TimeoutException.class);
        assertThat(runs).hasValue(1);
        answers.countDown();
        assertThatThrownBy(stuck::get).hasRootCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void executorThatRunsTasksAtOnceDoesNotDelayTheCheck() {
        ConnectionCheck check = new ConnectionCheck(() -> {}, Runnable::run, LONG, LONG);
        assertThatCode(check::require).doesNotThrowAnyException();
    }

    /** Rows of another writer may name any connection. */
    @Test
    void numberOfUnknownConnectionsIsBounded() {
        ConnectionChecks checks = new ConnectionChecks(threads);
        assertThatCode(() -> checks.require("sound", () -> {})).doesNotThrowAnyException();
        for (int i = 0; i < 2 * ConnectionChecks.MAX; i++) {
            String name = "unknown" + i;
            assertThatThrownBy(() -> checks.require(name, () -> fail(new IOException(name))))
                    .hasMessage(name);
        }
        assertThat(checks.size()).isLessThanOrEqualTo(ConnectionChecks.MAX);
        assertThatCode(() -> checks.require("sound", () -> fail(new IOException("checked again"))))
                .doesNotThrowAnyException();
    }

    private static void fail(Exception failure) throws Exception {
        throw failure;
    }

    private static void require(ConnectionCheck check) {
        try {
            check.require();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
