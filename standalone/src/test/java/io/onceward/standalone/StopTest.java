// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static io.onceward.standalone.PlainApplication.receive;
import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.arjuna.coordinator.TxControl;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.Wire;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stop leaves no thread, no lock and no connection behind, whatever the broker does. */
class StopTest {

    private static final Duration SHUTDOWN = Duration.ofSeconds(1);

    /**
     * The client and the transaction manager wait an hour for an answer, and broker and client keep a silent connection: a
     * stop that waits for the broker outlasts the patience of the test.
     */
    private static final Duration ANSWER = Duration.ofHours(1);

    private static final String PATIENT =
            "retryInterval=50&clientFailureCheckPeriod=-1&connectionTTL=-1&callTimeout=" + ANSWER.toMillis();

    private static int usualTimeout;

    @TempDir
    private Path folder;

    private ArtemisBroker broker;
    private Wire wire;

    @BeforeAll
    static void letTransactionsWait() {
        usualTimeout = TxControl.getDefaultTimeout();
        TxControl.setDefaultTimeout(Math.toIntExact(ANSWER.toSeconds()));
    }

    @AfterAll
    static void restoreTimeout() {
        TxControl.setDefaultTimeout(usualTimeout);
    }

    @BeforeEach
    void start() throws Exception {
        broker = new ArtemisBroker(folder)
                .configure(configuration -> configuration.setMaxDiskUsage(100).setDiskScanPeriod(50))
                .start();
        wire = new Wire(broker.port());
    }

    @AfterEach
    void stop() throws Exception {
        wire.close();
        broker.close();
    }

    private PlainApplication application() throws Exception {
        return new PlainApplication(broker.connectionFactory(wire.port(), PATIENT), Map.of());
    }

    @Test
    void stopUnderLoadFinishesItsBatchAndTheNextOneGoesOn() throws Exception {
        ExecutorService producer = Executors.newSingleThreadExecutor();
        try (PlainApplication application = application()) {
            for (int round = 0; round < 2; round++) {
                int before = application.recorded();
                AtomicBoolean over = new AtomicBoolean();
                Future<?> producing = producer.submit(() -> {
                    while (!over.get()) {
                        application.recordTogether(5);
                        Thread.sleep(10); // the broker is the slower one, and all is to be received in the end
                    }
                    return null;
                });
                Await.until("some load", () -> application.recorded() > before + 100);
                application.onceward().close(Duration.ofSeconds(10));
                assertNothingIsLeft(application);
                over.set(true);
                producing.get(60, TimeUnit.SECONDS);
                application.start();
            }
            Await.until("an empty outbox", () -> application.waiting() == 0);
            assertThat(receive(broker, application.recorded()))
                    .as("each once: no batch was cut off")
                    .containsExactlyElementsOf(application.numbers());
        } finally {
            producer.shutdownNow();
        }
    }

    @Test
    void stopWhileTheBrokerDoesNotAnswerRollsTheBatchBack() throws Exception {
        try (PlainApplication application = application()) {
            application.record(20);
            Await.until("a relay that keeps up", () -> application.waiting() == 0);
            wire.hold();
            stopsWithoutTheBroker(application);
            wire.release();
            Await.until("no connection", () -> broker.connections() == 0);
            application.start();
            assertAllArrive(application);
        }
    }

    @Test
    void stopWhileTheBrokerTakesNothingRollsTheBatchBack() throws Exception {
        try (PlainApplication application = application()) {
            application.record(20);
            Await.until("a relay that keeps up", () -> application.waiting() == 0);
            broker.fillDisk();
            Await.until("the broker to find its disk full", broker::findsDiskFull);
            application.record(200);
            stopsWithoutTheBroker(application);
            Await.until("no connection", () -> broker.connections() == 0);
            broker.freeDisk();
            application.start();
            assertAllArrive(application);
        }
    }

    private void stopsWithoutTheBroker(PlainApplication application) throws Exception {
        application.record(30);
        Await.until("a batch under way", PlainApplication::publishing);
        CompletableFuture<Void> stop =
                CompletableFuture.runAsync(() -> application.onceward().close(SHUTDOWN));
        Await.until("the stop, while the broker still does not answer", stop::isDone);
        stop.get();
        assertNothingIsLeft(application);
        assertThat(application.waiting()).isPositive();
        application.assertNoAttempts();
    }

    private static void assertNothingIsLeft(PlainApplication application) throws InterruptedException {
        assertThat(application.ownedLanes()).as("lanes of the stopped node").isZero();
        Await.until("no thread", () -> PlainApplication.threads().isEmpty());
    }

    private void assertAllArrive(PlainApplication application) throws InterruptedException {
        Await.until("an empty outbox", () -> application.waiting() == 0);
        assertThat(receive(broker, application.recorded()).stream().distinct())
                .containsExactlyElementsOf(application.numbers());
        Await.until(
                "no connection in use",
                () -> application.database().pool().getMetrics().activeCount() == 0);
    }
}
