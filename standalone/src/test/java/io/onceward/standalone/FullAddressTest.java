// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.MemoryDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker that blocks the senders of a full address: each waits for permission to send more, for as long as it trusts its
 * connection, and the relay gives it up sooner.
 */
class FullAddressTest {

    private static final String FULL = "full";
    private static final String HEALTHY = "healthy";

    /** More events of a kilobyte than the address takes. */
    private static final int MANY = 400;

    private static final int FEW = 120;
    private static final int BYTES = 200_000;

    @TempDir
    private Path folder;

    private ArtemisBroker broker;
    private MemoryDatabase database;
    private LogLines log;
    private Onceward onceward;

    @BeforeEach
    void startBroker() throws Exception {
        broker = new ArtemisBroker(folder)
                .configure(configuration -> configuration.addAddressSetting(
                        FULL,
                        new AddressSettings()
                                .setAddressFullMessagePolicy(AddressFullMessagePolicy.BLOCK)
                                .setMaxSizeBytes(BYTES)))
                .start();
        database = new MemoryDatabase();
        log = new LogLines();
    }

    /** @param sendTimeout after which a batch is given up */
    private void start(String sendTimeout) {
        onceward = Builders.on(database)
                .connectionFactory(broker.connectionFactory())
                .connectionFactory(
                        "other", broker.connectionFactory(broker.port(), "retryInterval=50&producerWindowSize=1024"))
                .configuration(Map.of(
                        "onceward.schema",
                        "create",
                        "onceward.relay.batch-size",
                        "20",
                        "onceward.relay.send-timeout",
                        sendTimeout,
                        "mp.messaging.outgoing." + FULL + ".connection-factory",
                        "other"))
                .start();
    }

    @AfterEach
    void stop() throws Exception {
        onceward.close();
        log.close();
        database.close();
        broker.close();
    }

    @Test
    void fullAddressOfOneConnectionFactoryDelaysNoChannelOfAnother() throws Exception {
        start("PT1H");
        fill();
        publishHealthy();
        assertThat(log.all()).as("batches that the relay gives up").noneMatch(FullAddressTest::isGivenUp);
        assertAllArrive();
    }

    @Test
    void batchThatIsGivenUpLosesNothing() throws Exception {
        start("PT1S");
        fill();
        Await.until("a batch that the relay gives up", () -> log.all().stream().anyMatch(FullAddressTest::isGivenUp));
        publishHealthy();
        assertAllArrive();
    }

    private static boolean isGivenUp(String line) {
        return line.startsWith("OWD-1016");
    }

    private void fill() throws Exception {
        for (int i = 0; i < MANY; i++) {
            record(FULL, i);
        }
        Await.until("a broker that blocks its sender", () -> broker.isFull(FULL));
    }

    private void publishHealthy() throws Exception {
        for (int i = 0; i < FEW; i++) {
            record(HEALTHY, i);
            Await.until("a published event", () -> pending(HEALTHY) == 0);
        }
        assertThat(pending(FULL)).as("events that the broker does not take").isPositive();
    }

    private void assertAllArrive() throws Exception {
        assertThat(PlainApplication.receive(broker, FULL, MANY).stream().distinct())
                .containsExactlyElementsOf(numbers(MANY));
        assertThat(PlainApplication.receive(broker, HEALTHY, FEW).stream().distinct())
                .containsExactlyElementsOf(numbers(FEW));
        Await.until(Await.AFTER_OUTAGE, "an empty outbox", () -> database.rows("onceward_outbox") == 0);
        assertThat(onceward.outboxAdmin()
                        .find(EventFilter.all().parked(), null, 1)
                        .events())
                .isEmpty();
    }

    private void record(String channel, int number) throws Exception {
        String payload = number + " " + "x".repeat(1000);
        MemoryDatabase.inTransaction(() ->
                onceward.outbox().record(channel, payload, OutboxMetadata.none().withKey("one")));
    }

    private int pending(String channel) {
        return database.rows("onceward_outbox WHERE aggregatetype = '" + channel + "'");
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }
}
