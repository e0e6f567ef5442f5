// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static io.onceward.standalone.PlainApplication.receive;
import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.Wire;
import jakarta.jms.ConnectionFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real broker with a full disk, without answers, or with connections that break within a batch. */
class BrokerFaultsTest {

    /**
     * Client parameters for quick failures of a cut connection. There is no send window: waiting for one lasts until the
     * client gives up the connection, a minute by default.
     */
    private static final String QUICK = "retryInterval=50&producerWindowSize=-1";

    /** Client parameters with which a call on a silent connection fails soon. On a machine that stalls it may fail, too. */
    private static final String IMPATIENT = QUICK + "&callTimeout=700";

    @TempDir
    private Path folder;

    private ArtemisBroker broker;
    private Wire wire;
    private LogLines log;

    @BeforeEach
    void start() throws Exception {
        broker = new ArtemisBroker(folder)
                .configure(configuration -> configuration.setMaxDiskUsage(100).setDiskScanPeriod(50))
                .start();
        wire = new Wire(broker.port());
        log = new LogLines();
    }

    @AfterEach
    void stop() throws Exception {
        log.close();
        wire.close();
        broker.close();
    }

    @Test
    void fullDiskOfTheBrokerOnlyDelaysEvents() throws Exception {
        try (PlainApplication application = new PlainApplication(broker.connectionFactory(), Map.of())) {
            broker.fillDisk();
            Await.until("the broker to find its disk full", broker::findsDiskFull);
            application.record(300);
            Thread.sleep(2000);
            assertThat(application.waiting())
                    .as("events that the broker does not take")
                    .isGreaterThan(100);
            application.assertNoAttempts();

            broker.freeDisk();
            assertInOrder(application, receive(broker, 300));
            application.assertNothingParked();
        }
    }

    @Test
    void silentBrokerIsNotUsedUntilItAnswers() throws Exception {
        AtomicReference<ConnectionFactory> factory =
                new AtomicReference<>(broker.connectionFactory(wire.port(), IMPATIENT));
        try (PlainApplication application = new PlainApplication(new SwitchedFactory(factory).proxy(), Map.of())) {
            application.record(20);
            Await.until("a relay that keeps up", () -> application.waiting() == 0);
            log.forget();
            wire.hold();
            application.record(50);
            Await.until("a relay that has given up", () -> log.all().size() == 1 && !PlainApplication.publishing());
            Thread.sleep(2000);
            application.assertNoAttempts();
            assertThat(application.waiting()).isEqualTo(50);

            AtomicInteger connections = new AtomicInteger();
            factory.set(new CountingFactory(broker.connectionFactory(wire.port(), QUICK), connections).proxy());
            wire.release();
            application.record(50);
            Await.until(Await.AFTER_OUTAGE, "a relay that goes on", () -> application.waiting() == 0);
            assertThat(connections.get())
                    .as("connections that the relay opened until it had found the broker back")
                    .isLessThanOrEqualTo(2);
            assertInOrder(application, receive(broker, 120));
            application.assertNothingParked();
            Await.until("an empty outbox", () -> application.waiting() == 0);
            assertThat(log.all())
                    .satisfiesExactly(entered -> assertThat(entered).startsWith("OWD-1010"), left -> assertThat(left)
                            .startsWith("OWD-1011"));
        }
    }

    @Test
    void connectionThatBreaksInTheMiddleOfABatchCostsNoEventAndNoOrder() throws Exception {
        try (PlainApplication application =
                new PlainApplication(broker.connectionFactory(wire.port(), QUICK), Map.of())) {
            for (int bytes : List.of(700, 6_000, 13_000)) {
                wire.cutAfterRequests(bytes);
                application.recordTogether(30);
                Await.until(Await.AFTER_OUTAGE, "a relay that goes on", () -> application.waiting() == 0);
            }
            assertInOrder(application, receive(broker, application.recorded()));
            application.assertNothingParked();
        }
    }

    @Test
    void confirmationThatIsLostMakesDuplicatesAndNoGap() throws Exception {
        try (PlainApplication application =
                new PlainApplication(broker.connectionFactory(wire.port(), QUICK), Map.of())) {
            for (int round = 0; round < 2; round++) {
                application.record(1);
                Await.until("an open connection", () -> application.waiting() == 0);
                long before = wire.answers();
                application.recordTogether(20);
                Await.until("a whole batch", () -> application.waiting() == 0);

                wire.cutAfterAnswers(wire.answers() - before - 1);
                application.recordTogether(20);
                Await.until(Await.AFTER_OUTAGE, "a relay that goes on", () -> application.waiting() == 0);
            }
            List<String> received = receive(broker, application.recorded());
            assertInOrder(application, received);
            assertThat(received).as("with what was confirmed in vain").hasSizeGreaterThan(application.recorded());
            application.assertNothingParked();
        }
    }

    /**
     * Covers a row of another writer. The client library refuses it with an exception that is not of Jakarta Messaging.
     */
    @Test
    void headerWithAnIllegalNameParksItsEventAndNoOther() throws Exception {
        Map<String, String> parkingSoon = Map.of(
                "onceward.relay.max-attempts", "2",
                "onceward.relay.retry-delay", "PT0.1S",
                "onceward.relay.on-failure", "skip");
        try (PlainApplication application = new PlainApplication(broker.connectionFactory(), parkingSoon)) {
            application.onceward().close();
            application.record(3);
            application
                    .database()
                    .sql("UPDATE onceward_outbox SET headers = '{\"\": \"nameless\"}'"
                            + " WHERE seq = (SELECT MIN(seq) FROM onceward_outbox)");
            application.start();
            assertThat(receive(broker, 2)).containsExactly("1", "2");
            Await.until("the only one that is left", () -> application.waiting() == 1);
            assertThat(application
                            .onceward()
                            .outboxAdmin()
                            .find(EventFilter.all().parked(), null, 10)
                            .events())
                    .singleElement()
                    .satisfies(parked -> assertThat(parked.error()).contains("IllegalArgumentException"));
        }
    }

    /** Checks the order of the first arrivals. */
    private static void assertInOrder(PlainApplication application, List<String> received) {
        assertThat(received.stream().distinct()).containsExactlyElementsOf(application.numbers());
    }
}
