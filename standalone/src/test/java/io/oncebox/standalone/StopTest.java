// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import static io.oncebox.standalone.PlainApplication.receive;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.fixture.ArtemisBroker;
import io.oncebox.fixture.Await;
import io.oncebox.fixture.Wire;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stop leaves no thread, no lock and no connection behind, whatever the broker does. */
class StopTest {

    private static final Duration SHUTDOWN = Duration.ofSeconds(1);

    /**
     * The maximum time of a stop, including disconnecting and the rollback. A call that is not interrupted waits 30
     * seconds for its answer.
     */
    private static final Duration LONGEST = Duration.ofSeconds(4);

    @TempDir
    private Path folder;

    private ArtemisBroker broker;
    private Wire wire;

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
        return new PlainApplication(broker.connectionFactory(wire.port(), "retryInterval=50"), Map.of());
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
                application.oncebox().close(Duration.ofSeconds(10));
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
            stopsInTime(application);
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
            Thread.sleep(500);
            stopsInTime(application);
            Await.until("no connection", () -> broker.connections() == 0);
            broker.freeDisk();
            application.start();
            assertAllArrive(application);
        }
    }

    private void stopsInTime(PlainApplication application) throws Exception {
        application.record(30);
        Await.until("a batch under way", () -> application.freeLanes() < 64);
        long began = System.nanoTime();
        application.oncebox().close(SHUTDOWN);
        // an interrupted cycle may still roll back
        Await.until("all lanes to be free", () -> application.freeLanes() == 64);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(LONGEST);
        assertNothingIsLeft(application);
        assertThat(application.waiting()).isPositive();
        application.assertNoAttempts();
    }

    private static void assertNothingIsLeft(PlainApplication application) throws InterruptedException {
        assertThat(application.freeLanes()).as("free lanes").isEqualTo(64);
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
