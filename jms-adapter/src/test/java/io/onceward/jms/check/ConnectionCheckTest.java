// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.onceward.api.OncewardException;
import io.onceward.fixture.Await;
import io.onceward.log.Coded;
import io.onceward.selfcheck.DeploymentChecks;
import io.onceward.selfcheck.ProbedConnection;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.ConnectionProbe;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.MessageSource;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Transactions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When the check of a connection runs, and who waits for it. */
@Timeout(120)
class ConnectionCheckTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(50);

    private static final CheckTimes PATIENT = new CheckTimes(LONG, LONG, LONG, LONG);

    /** Its callers wait for the end, and a failed check runs again at once. */
    private static final CheckTimes EAGER = new CheckTimes(LONG, LONG, LONG, Duration.ZERO);

    /** Callers wait for a moment; the probe is interrupted after a moment. */
    private static final CheckTimes SHORT_LIMIT = new CheckTimes(SHORT, SHORT, LONG, LONG);

    /** Runs the threads that wait for checks. */
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private final AtomicInteger runs = new AtomicInteger();
    private final CountDownLatch answers = new CountDownLatch(1);

    @AfterEach
    void stop() {
        answers.countDown();
        threads.shutdownNow();
    }

    private static CheckThreads threads(CheckTimes times) {
        return new CheckThreads(Thread::new, new ConnectionTurns(), times);
    }

    private ConnectionCheck check(ConnectionCheck.Probe probe, CheckTimes times) {
        return check("test", probe, threads(times));
    }

    private ConnectionCheck check(String connection, ConnectionCheck.Probe probe, CheckThreads ofChecks) {
        return new ConnectionCheck(
                connection,
                () -> {
                    runs.incrementAndGet();
                    probe.run();
                },
                ofChecks);
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
        ConnectionCheck check = check(() -> {}, PATIENT);
        check.require();
        check.require();
        assertThat(runs).hasValue(1);
        assertThat(check.hasPassed()).isTrue();
    }

    @Test
    void failureStandsForAPauseAndThenTheCheckRunsAgain() {
        ConnectionCheck pausing = check(() -> fail(new IOException("down")), PATIENT);
        assertThatThrownBy(pausing::require).hasMessage("down");
        assertThatThrownBy(pausing::require).hasMessage("down");
        assertThat(runs).hasValue(1);

        ConnectionCheck again = check(
                () -> {
                    if (runs.get() == 2) {
                        throw Coded.error("0210", null, "unsound");
                    }
                },
                EAGER);
        assertThatThrownBy(again::require).hasMessage("OWD-0210: unsound");
        assertThatCode(again::require).doesNotThrowAnyException();
    }

    @Test
    void threadsWaitForTheOneThatChecks() throws Exception {
        CountDownLatch checking = new CountDownLatch(1);
        ConnectionCheck check = check(
                () -> {
                    checking.countDown();
                    answers.await();
                },
                PATIENT);
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

    /** A slow broker. */
    @Test
    void checkGoesOnWhenItsCallersDoNotWaitAnyLonger() throws Exception {
        ConnectionCheck check = check(answers::await, new CheckTimes(SHORT, LONG, LONG, LONG));
        assertThatThrownBy(check::require).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(check::require).isInstanceOf(TimeoutException.class);
        answers.countDown();
        Await.until("the late result", check::hasPassed);
        assertThat(runs).hasValue(1);
        assertThatCode(check::require).doesNotThrowAnyException();
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
                SHORT_LIMIT);
        Await.until("the interrupt", () -> {
            assertThat(catchThrowable(check::require)).isInstanceOf(TimeoutException.class);
            return interrupted.getCount() == 0;
        });
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
                SHORT_LIMIT);
        Await.until("the end of the probe", () -> {
            Throwable failure = catchThrowable(check::require);
            assertThat(failure).isInstanceOf(TimeoutException.class);
            return failure.getCause() != null;
        });
        assertThat(runs).hasValue(1);
    }

    @Test
    void checkThatIgnoresTheInterruptKeepsOnlyItsOwnThread() throws Exception {
        ConnectionCheck check = check(this::hang, SHORT_LIMIT);
        assertThatThrownBy(check::require).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(check::require).isInstanceOf(TimeoutException.class);
        assertThat(runs).hasValue(1);
        answers.countDown();
        Await.until("the end of the check", check::hasPassed);
        assertThatCode(check::require).doesNotThrowAnyException();
    }

    @Test
    void checkThatIgnoresTheInterruptIsReplaced() throws Exception {
        ConnectionCheck check = check(
                () -> {
                    if (runs.get() == 1) {
                        hang();
                        throw Coded.error("0210", null, "found late");
                    }
                },
                new CheckTimes(SHORT, SHORT, SHORT, LONG));
        Await.until("another attempt that passes", () -> catchThrowable(check::require) == null);
        assertThat(runs).hasValue(2);
        answers.countDown();
        Await.until("the end of the first one", () -> !check.hasReplaced());
        assertThat(check.hasPassed()).isTrue();
    }

    @Test
    void fourAttemptsThatIgnoreTheirInterruptsAreTheMost() throws Exception {
        ConnectionCheck check =
                check(this::hang, new CheckTimes(SHORT.multipliedBy(3), SHORT, Duration.ofMillis(5), LONG));
        Await.until("four attempts", () -> {
            assertThat(catchThrowable(check::require)).isInstanceOf(TimeoutException.class);
            return runs.get() == 4;
        });
        for (int i = 0; i < 5; i++) { // each waits for longer than limit and patience
            assertThatThrownBy(check::require).isInstanceOf(TimeoutException.class);
        }
        assertThat(runs).hasValue(4);
        answers.countDown();
        Await.until("the late result", check::hasPassed);
        assertThat(runs).hasValue(4);
    }

    @Test
    void checksTakeNoMoreThreadsThanTheirNumber() throws Exception {
        CheckThreads few = threads(PATIENT);
        List<ConnectionCheck> hanging = new ArrayList<>();
        for (int i = 0; i < CheckThreads.MAX; i++) {
            ConnectionCheck check = check("hanging" + i, answers::await, few);
            begin(check);
            hanging.add(check);
        }
        ConnectionCheck oneMore = check("one more", () -> {}, few);
        assertThatThrownBy(oneMore::require).isInstanceOf(RejectedExecutionException.class);
        answers.countDown();
        Await.until("their ends", () -> hanging.stream().allMatch(ConnectionCheck::hasPassed));
        Await.until("a free thread", () -> catchThrowable(check("a free thread", () -> {}, few)::require) == null);
    }

    @Test
    void serverWithoutThreadsLeavesTheCheckUndecided() {
        for (ThreadFactory server : List.<ThreadFactory>of(work -> null, work -> {
            throw new IllegalStateException("The application stops");
        })) {
            ConnectionCheck check = check("test", () -> {}, new CheckThreads(server, new ConnectionTurns(), PATIENT));
            assertThatThrownBy(check::require)
                    .isInstanceOfAny(RejectedExecutionException.class, IllegalStateException.class);
            assertThat(runs).hasValue(0);
        }
    }

    /** As GlassFish does while it changes its list of applications. */
    @Test
    void checkWhoseThreadTheServerEndsBeforeItsWorkRunsAgain() throws Exception {
        AtomicInteger given = new AtomicInteger();
        CheckThreads server = new CheckThreads(
                work -> new Thread(given.getAndIncrement() == 0 ? () -> {} : work), new ConnectionTurns(), EAGER);
        ConnectionCheck check = check("test", () -> {}, server);
        assertThatThrownBy(check::require).isInstanceOf(RejectedExecutionException.class);
        check.require();
        assertThat(check.hasPassed()).isTrue();
        assertThat(runs).hasValue(1);
    }

    // ---- the end of the application

    @Test
    void endInterruptsTheChecksThatRunAndRefusesOthers() throws Exception {
        ConnectionChecks checks = checks(EAGER);
        CountDownLatch checking = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        ConnectionCheck running = checks.of("running", () -> {
            checking.countDown();
            try {
                answers.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw Coded.error("0210", null, "unsound");
            }
        });
        begin(running);
        checking.await();
        checks.close();
        interrupted.await();
        Await.until("the end", () -> catchThrowable(running::require) instanceof IllegalStateException);
        assertThatThrownBy(checks.of("new", runs::incrementAndGet)::require).isInstanceOf(IllegalStateException.class);
        assertThat(runs).hasValue(0);
    }

    @Test
    void closedPublisherAndSourceEndTheirChecks() throws Exception {
        CountDownLatch checking = new CountDownLatch(2);
        CountDownLatch interrupted = new CountDownLatch(2);
        Probed hanging = new Probed() {
            @Override
            public String connection(String address) {
                return "of " + address;
            }

            @Override
            public void check(String connection, Transactions transactions) throws Exception {
                hangUntilInterrupted(checking, interrupted);
            }
        };
        CheckedPublisher publisher = new CheckedPublisher(new NoPublisher(), hanging, null, threads(PATIENT));
        CheckedSource source = new CheckedSource(new SilentSource(), hanging, null, threads(PATIENT));
        assertThatThrownBy(() -> publisher.requireSound("of test:x", Duration.ZERO))
                .isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> source.requireSound("of test:x", Duration.ZERO))
                .isInstanceOf(TimeoutException.class);
        checking.await();
        publisher.close();
        source.close();
        interrupted.await();
        assertThatThrownBy(() -> publisher.requireSound("of test:x", Duration.ZERO))
                .isInstanceOf(Exception.class);
    }

    private static ConnectionChecks checks(CheckTimes times) {
        return new ConnectionChecks(null, null, threads(times));
    }

    private static void begin(ConnectionCheck check) {
        assertThatThrownBy(() -> check.require(Duration.ZERO)).isInstanceOf(TimeoutException.class);
    }

    private void hangUntilInterrupted(CountDownLatch checking, CountDownLatch interrupted) throws Exception {
        checking.countDown();
        try {
            answers.await();
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
    }

    // ---- the checks of all connections

    @Test
    void oldestOfTooManyPassedChecksIsForgotten() throws Exception {
        ConnectionChecks checks = checks(PATIENT);
        for (int i = 0; i < ConnectionChecks.MAX; i++) {
            checks.of("sound" + i, () -> {}).require();
        }
        checks.of("one more", () -> {}).require();
        assertThat(checks.size()).isEqualTo(ConnectionChecks.MAX);
        checks.of("sound1", runs::incrementAndGet).require();
        assertThat(runs).hasValue(0);
        checks.of("sound0", runs::incrementAndGet).require();
        assertThat(runs).hasValue(1);
    }

    @Test
    void failedChecksAreForgottenBeforePassedOnes() throws Exception {
        ConnectionChecks checks = checks(EAGER);
        checks.of("sound", () -> {}).require();
        for (int i = 1; i < ConnectionChecks.MAX; i++) {
            ConnectionCheck failing = checks.of("failing" + i, () -> fail(new IOException("down")));
            assertThatThrownBy(failing::require).hasMessage("down");
        }
        checks.of("one more", () -> {}).require();
        assertThat(checks.size()).isEqualTo(ConnectionChecks.MAX);
        checks.of("sound", runs::incrementAndGet).require();
        assertThat(runs).hasValue(0);
    }

    /** Rows of another writer may name any connection. */
    @Test
    void numberOfUnknownConnectionsIsBounded() {
        ConnectionChecks checks = checks(PATIENT);
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
        CheckThreads ofChecks = threads(PATIENT);
        ConnectionCheck first = check("first", both::await, ofChecks);
        ConnectionCheck second = check("second", both::await, ofChecks);
        new DeploymentChecks(LONG).run(List.of(probed(first), probed(second)));
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
        CheckThreads ofChecks = threads(PATIENT);
        ConnectionCheck publishing = check("test", probe, ofChecks);
        ConnectionCheck receiving = check("test", probe, ofChecks);
        new DeploymentChecks(LONG).run(List.of(probed(publishing), probed(receiving)));
        assertThat(publishing.hasPassed()).isTrue();
        assertThat(receiving.hasPassed()).isTrue();
    }

    /** No event makes a caller ask for the check that hangs. */
    @Test
    void checkThatHangsDoesNotKeepTheOtherOneOfItsConnectionWaiting() throws Exception {
        CheckThreads ofChecks = threads(new CheckTimes(LONG, SHORT, SHORT, LONG));
        ConnectionCheck publishing = check("test", this::hang, ofChecks);
        ConnectionCheck receiving = check("test", () -> {}, ofChecks);
        begin(publishing);
        Await.until("the check that hangs", () -> runs.get() == 1);
        assertThatCode(receiving::require).doesNotThrowAnyException();
        assertThat(publishing.hasPassed()).isFalse();
    }

    @Test
    void startGoesOnBesideChecksThatHang() throws Exception {
        CheckThreads ofChecks = threads(PATIENT);
        ConnectionCheck first = check("first", this::hang, ofChecks);
        ConnectionCheck second = check("second", this::hang, ofChecks);
        new DeploymentChecks(SHORT).run(List.of(probed(first), probed(second)));
        Await.until("both checks", () -> runs.get() == 2);
        answers.countDown();
        Await.until("their end", () -> first.hasPassed() && second.hasPassed());
    }

    @Test
    void laterAttemptsToStartDoNotWait() throws Exception {
        ConnectionCheck check = check(this::hang, PATIENT);
        DeploymentChecks checks = new DeploymentChecks(LONG);
        checks.run(List.of());
        checks.run(List.of(probed(check))); // would wait for five minutes
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
                PATIENT);
        DeploymentChecks checks = new DeploymentChecks(SHORT);
        checks.run(List.of(probed(check)));
        answers.countDown();
        Await.until(
                "the finding", () -> catchThrowable(() -> check.require(Duration.ZERO)) instanceof OncewardException);
        assertThatThrownBy(() -> checks.run(List.of(probed(check)))).hasMessage("OWD-0210: unsound");
    }

    @Test
    void unreachableBrokerDoesNotRefuseTheStart() {
        ConnectionCheck down = check(() -> fail(new IOException("down")), PATIENT);
        ConnectionCheck unsound = check(() -> fail(Coded.error("0210", null, "unsound")), PATIENT);
        assertThatCode(() -> new DeploymentChecks(LONG).run(List.of(probed(down))))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> new DeploymentChecks(LONG).run(List.of(probed(down), probed(unsound))))
                .hasMessage("OWD-0210: unsound");
    }

    /** Both checks of a connection fail for the same reason. */
    @Test
    void connectionThatCannotBeCheckedIsLoggedOnce() {
        AtomicInteger logged = new AtomicInteger();
        Logger logger = Logger.getLogger("io.onceward");
        logger.setFilter(entry -> {
            if (entry.getMessage().startsWith("OWD-1092") && entry.getLevel().equals(Level.WARNING)) {
                logged.incrementAndGet();
            }
            return true;
        });
        try {
            CheckThreads ofChecks = threads(PATIENT);
            ConnectionCheck publishing = check("test", () -> fail(new IOException("down")), ofChecks);
            ConnectionCheck receiving = check("test", () -> fail(new IOException("down")), ofChecks);
            ConnectionCheck other = check("other", () -> fail(new IOException("down")), ofChecks);
            new DeploymentChecks(LONG).run(List.of(probed(publishing), probed(receiving), probed(other)));
        } finally {
            logger.setFilter(null);
        }
        assertThat(logged).hasValue(2);
    }

    private static ProbedConnection probed(ConnectionCheck check) {
        return new ProbedConnection(
                new ConnectionProbe() {
                    @Override
                    public String connection(String address) {
                        return address;
                    }

                    @Override
                    public void requireSound(String connection, Duration patience) throws Exception {
                        check.require(patience);
                    }
                },
                check.connection());
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

    /** A publisher that is never used. */
    private static final class NoPublisher implements EventPublisher {

        @Override
        public void publish(List<OutboxEvent> events, Results results) {
            throw new AssertionError("nothing is published here");
        }
    }

    /** A source without messages. */
    private static final class SilentSource implements MessageSource {

        @Override
        public String origin(ChannelSettings settings) {
            return "test:x";
        }

        @Override
        public void verify(ChannelSettings settings, String origin) {
            // every name exists
        }

        @Override
        public int receive(String origin, int limit, Duration patience, Sink sink) {
            return 0;
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
