// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.NotReadyException;
import io.onceward.api.OncewardException;
import io.onceward.fixture.Await;
import io.onceward.log.DatabaseErrors;
import io.onceward.selfcheck.SelfCheckErrors;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Deliveries and calls before, during and after the attempts to start. */
class StartGateTest {

    private static final Duration LONG = Duration.ofMinutes(3);
    private static final Duration SHORT = Duration.ofMillis(50);

    private static final OncewardException DOWN =
            DatabaseErrors.databaseUnreachable("jdbc/shop", new SQLException("the database is down"));

    private final StartGate gate = new StartGate();
    private final List<Thread> waiting = new ArrayList<>();

    @AfterEach
    void interrupt() {
        waiting.forEach(Thread::interrupt);
    }

    @Test
    void aDeliveryBeforeTheStartWaitsAndGoesOnWhenItHasSucceeded() throws Exception {
        CompletableFuture<Void> delivery = inThread(() -> gate.awaitForDelivery(LONG));
        awaitWaiting();
        assertThat(gate.beginAttempt()).isTrue();
        assertThat(delivery).isNotDone();
        gate.open();
        delivery.get();
        assertThatCode(() -> gate.awaitForDelivery(SHORT)).doesNotThrowAnyException();
    }

    /** Its thread may be the one that starts Onceward afterwards. */
    @Test
    void aStoreBeforeTheFirstAttemptDoesNotWait() throws Exception {
        gate.awaitForStore(LONG);
        gate.beginAttempt();
        CompletableFuture<Void> store = inThread(() -> gate.awaitForStore(LONG));
        awaitWaiting();
        gate.open();
        store.get();
    }

    @Test
    void aDeliveryWaitsThroughAttemptsThatArePostponed() throws Exception {
        gate.beginAttempt();
        gate.postpone(DOWN);
        CompletableFuture<Void> delivery = inThread(() -> gate.awaitForDelivery(LONG));
        awaitWaiting();
        gate.beginAttempt();
        gate.postpone(DOWN);
        awaitWaiting();
        assertThat(delivery).isNotDone();
        gate.beginAttempt();
        gate.open();
        delivery.get();
    }

    @Test
    void aDeliveryIsRefusedAfterItsTime() {
        assertThatThrownBy(() -> gate.awaitForDelivery(SHORT))
                .isInstanceOf(NotReadyException.class)
                .hasMessageContaining("onceward.start-wait=PT0.05S");
        gate.beginAttempt();
        gate.postpone(DOWN);
        assertThatThrownBy(() -> gate.awaitForDelivery(SHORT))
                .isInstanceOf(NotReadyException.class)
                .hasMessageContaining("the database is down");
    }

    @Test
    void aRefusedDeploymentEndsTheWaitAtOnce() throws Exception {
        CompletableFuture<Void> delivery = inThread(() -> gate.awaitForDelivery(LONG));
        awaitWaiting();
        gate.beginAttempt();
        gate.refuse(SelfCheckErrors.selfCheckFailed("a test", "jdbc/shop", "an event survived", null));
        assertRefused(delivery, "an event survived");
    }

    @Test
    void aStopEndsTheWaitAtOnce() throws Exception {
        CompletableFuture<Void> delivery = inThread(() -> gate.awaitForDelivery(LONG));
        awaitWaiting();
        gate.stop();
        assertRefused(delivery, "the application stops");
    }

    @Test
    void anAttemptThatEndsAfterTheStopLetsNothingWaitAgain() throws Exception {
        gate.beginAttempt();
        gate.stop();
        gate.postpone(DOWN);
        assertThat(gate.beginAttempt()).as("an attempt after the stop").isFalse();
        assertRefused(inThread(() -> gate.awaitForDelivery(LONG)), "the database is down");
    }

    @Test
    void aStopAfterTheStartClosesNothing() {
        gate.beginAttempt();
        gate.open();
        gate.stop();
        assertThatCode(() -> gate.awaitForDelivery(SHORT)).doesNotThrowAnyException();
        assertThat(gate.isOpen()).isTrue();
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        CompletableFuture<Void> delivery = inThread(() -> gate.awaitForDelivery(LONG));
        awaitWaiting();
        waiting.forEach(Thread::interrupt);
        assertThatThrownBy(delivery::get).hasCauseInstanceOf(NotReadyException.class);
    }

    @Test
    void aCallWaitsForTheFirstAttemptOfAnotherThread() throws Exception {
        gate.beginAttempt();
        CompletableFuture<Void> call = inThread(() -> gate.awaitForCall(LONG));
        awaitWaiting();
        gate.open();
        call.get();
    }

    @Test
    void aCallDoesNotWaitBeforeTheFirstAttemptNorAfterIt() {
        gate.awaitForCall(LONG); // the thread that starts Onceward later
        gate.beginAttempt();
        gate.postpone(DOWN);
        gate.awaitForCall(LONG);
        gate.beginAttempt();
        gate.awaitForCall(LONG);
        assertThat(gate.reason()).contains(DOWN);
    }

    @Test
    void theThreadThatStartsDoesNotWaitForItself() {
        gate.beginAttempt();
        assertThatCode(() -> gate.awaitForCall(LONG)).doesNotThrowAnyException();
        assertThatThrownBy(() -> gate.awaitForDelivery(LONG)).isInstanceOf(NotReadyException.class);
    }

    @Test
    void oneThreadStartsAtATime() throws Exception {
        assertThat(gate.beginAttempt()).isTrue();
        inThread(() -> assertThat(gate.beginAttempt()).isFalse()).get();
        gate.postpone(DOWN);
        assertThat(gate.beginAttempt()).isTrue();
        gate.open();
        assertThat(gate.beginAttempt()).as("after the start").isFalse();
        assertThat(gate.reason()).isEmpty();
    }

    private CompletableFuture<Void> inThread(Runnable work) {
        Executor thread = task -> {
            Thread started = new Thread(task);
            waiting.add(started);
            started.start();
        };
        return CompletableFuture.runAsync(work, thread);
    }

    private void awaitWaiting() throws InterruptedException {
        Thread thread = waiting.get(0);
        Await.until("a thread that waits or has ended", () -> EnumSet.of(
                        Thread.State.TIMED_WAITING, Thread.State.TERMINATED)
                .contains(thread.getState()));
        assertThat(thread.isAlive()).as("waits").isTrue();
    }

    private static void assertRefused(CompletableFuture<Void> delivery, String cause) {
        assertThatThrownBy(delivery::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(NotReadyException.class)
                .hasMessageContaining(cause);
    }
}
