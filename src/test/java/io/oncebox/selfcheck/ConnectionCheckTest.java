// SPDX-License-Identifier: Apache-2.0
package io.oncebox.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.oncebox.fixture.Await;
import io.oncebox.log.Coded;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When the check of a connection runs, and who waits for it. */
@Timeout(120)
class ConnectionCheckTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger runs = new AtomicInteger();
    private final CountDownLatch answers = new CountDownLatch(1);

    @AfterEach
    void stop() {
        answers.countDown();
        threads.shutdownNow();
    }

    private ConnectionCheck check(ConnectionCheck.Probe probe, Duration limit, Duration pause) {
        return check("test", probe, limit, pause);
    }

    private ConnectionCheck check(String connection, ConnectionCheck.Probe probe, Duration limit, Duration pause) {
        return new ConnectionCheck(
                connection,
                () -> {
                    runs.incrementAndGet();
                    probe.run();
                },
                threads,
                limit,
                pause);
    }

    /** A probe that ignores interrupts, like a client that goes on. */
    private void hang() {
        while (answers.getCount() > 0) {
            try {
                answers.await();
            } catch (InterruptedException e) {
                // goes on
            }
        }
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
    void failureStandsForAPauseAndThenTheCheckRunsAgain() {
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
        assertThat(again.refusal()).isPresent();
        assertThatCode(again::require).doesNotThrowAnyException();
        assertThat(again.refusal()).isEmpty();
    }

    @Test
    void threadsWaitForTheOneThatChecks() throws Exception {
        CountDownLatch checking = new CountDownLatch(1);
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
    void checkThatHangsIsInterruptedAndNoOtherThreadIs() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        ConnectionCheck check = check(
                () -> {
                    try {
                        answers.await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                },
                SHORT,
                LONG);
        assertThatThrownBy(check::require).isInstanceOf(TimeoutException.class);
        interrupted.await();
        assertThat(Thread.interrupted()).isFalse();
        assertThatThrownBy(check::require).isInstanceOf(TimeoutException.class);
        assertThat(runs).hasValue(1);
    }

    @Test
    void whatAnInterruptCausesIsNoFinding() throws Exception {
        ConnectionCheck check = check(
                () -> {
                    try {
                        answers.await();
                    } catch (InterruptedException e) {
                        throw Coded.error("0210", null, "unsound");
                    }
                },
                SHORT,
                LONG);
        Await.until("the end of the probe", () -> {
            Throwable failure = catchThrowable(check::require);
            assertThat(failure).isInstanceOf(TimeoutException.class);
            return failure.getCause() != null;
        });
        assertThat(check.refusal()).isEmpty();
        assertThat(runs).hasValue(1);
    }

    @Test
    void checkThatIgnoresTheInterruptKeepsOnlyItsOwnThread() throws Exception {
        ConnectionCheck check = check(this::hang, SHORT, Duration.ZERO);
        assertThatThrownBy(check::require).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(check::require).isInstanceOf(TimeoutException.class);
        assertThat(runs).hasValue(1);
        answers.countDown();
        Await.until("the end of the check", check::hasPassed);
        assertThatCode(check::require).doesNotThrowAnyException();
    }

    @Test
    void executorThatRunsTasksAtOnceIsEnough() {
        ConnectionCheck check = new ConnectionCheck("test", () -> {}, Runnable::run, LONG, LONG);
        assertThatCode(check::require).doesNotThrowAnyException();
    }

    @Test
    void executorWithoutThreadsLeavesTheCheckUndecided() {
        threads.shutdown();
        ConnectionCheck check = check(() -> {}, LONG, LONG);
        assertThatThrownBy(check::require).isInstanceOf(RejectedExecutionException.class);
    }

    /** Rows of another writer may name any connection. */
    @Test
    void numberOfUnknownConnectionsIsBounded() {
        ConnectionChecks checks = new ConnectionChecks(threads);
        assertThatCode(() -> checks.of("sound", () -> {}).require()).doesNotThrowAnyException();
        for (int i = 0; i < 2 * ConnectionChecks.MAX; i++) {
            String name = "unknown" + i;
            assertThatThrownBy(() ->
                            checks.of(name, () -> fail(new IOException(name))).require())
                    .hasMessage(name);
        }
        assertThat(checks.size()).isLessThanOrEqualTo(ConnectionChecks.MAX);
        assertThatCode(() -> checks.of("sound", () -> fail(new IOException("checked again")))
                        .require())
                .doesNotThrowAnyException();
    }

    // ---- at deployment

    /** Each check waits for the other one. */
    @Test
    void checksOfDifferentConnectionsRunAtTheSameTime() {
        CyclicBarrier both = new CyclicBarrier(2);
        ConnectionCheck first = check("first", both::await, LONG, LONG);
        ConnectionCheck second = check("second", both::await, LONG, LONG);
        new DeploymentChecks(LONG).run(List.of(first, second));
        assertThat(first.hasPassed()).isTrue();
        assertThat(second.hasPassed()).isTrue();
    }

    /** A small pool has not enough connections for two checks. */
    @Test
    void checksOfOneConnectionRunOneAfterTheOther() {
        Semaphore pool = new Semaphore(1);
        ConnectionCheck.Probe probe = () -> {
            assertThat(pool.tryAcquire()).isTrue();
            Thread.sleep(SHORT.toMillis());
            pool.release();
        };
        ConnectionCheck publishing = check(probe, LONG, LONG);
        ConnectionCheck receiving = check(probe, LONG, LONG);
        new DeploymentChecks(LONG).run(List.of(publishing, receiving));
        assertThat(publishing.hasPassed()).isTrue();
        assertThat(receiving.hasPassed()).isTrue();
    }

    @Test
    void startGoesOnBesideChecksThatHang() throws Exception {
        ConnectionCheck first = check("first", this::hang, LONG, LONG);
        ConnectionCheck second = check("second", this::hang, LONG, LONG);
        new DeploymentChecks(SHORT).run(List.of(first, second));
        Await.until("both checks", () -> runs.get() == 2);
        answers.countDown();
        Await.until("their end", () -> first.hasPassed() && second.hasPassed());
    }

    @Test
    void laterAttemptsToStartDoNotWait() throws Exception {
        ConnectionCheck check = check(this::hang, LONG, LONG);
        DeploymentChecks checks = new DeploymentChecks(LONG);
        checks.run(List.of());
        checks.run(List.of(check)); // would wait for five minutes
        answers.countDown();
        Await.until("the end", check::hasPassed);
    }

    @Test
    void unsoundConnectionRefusesTheStartAlsoIfItIsFoundLate() throws Exception {
        ConnectionCheck check = check(
                () -> {
                    hang();
                    throw Coded.error("0210", null, "unsound");
                },
                LONG,
                LONG);
        DeploymentChecks checks = new DeploymentChecks(SHORT);
        checks.run(List.of(check));
        answers.countDown();
        Await.until("the finding", () -> check.refusal().isPresent());
        assertThatThrownBy(() -> checks.run(List.of(check))).hasMessage("OBX-0210: unsound");
    }

    @Test
    void unreachableBrokerDoesNotRefuseTheStart() {
        ConnectionCheck down = check(() -> fail(new IOException("down")), LONG, LONG);
        ConnectionCheck unsound = check(() -> fail(Coded.error("0210", null, "unsound")), LONG, LONG);
        assertThatCode(() -> new DeploymentChecks(LONG).run(List.of(down))).doesNotThrowAnyException();
        assertThatThrownBy(() -> new DeploymentChecks(LONG).run(List.of(down, unsound)))
                .hasMessage("OBX-0210: unsound");
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
