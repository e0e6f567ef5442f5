// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.MemoryDatabase;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real broker that refuses events, is unavailable, or is slow. */
class RefusalsTest {

    /** Longer than the client waits for the answer to a call. */
    private static final Duration PATIENCE = Await.AFTER_OUTAGE;

    private static final String FULL = "full";

    @TempDir
    private static Path folder;

    private static ArtemisBroker broker;

    private final String good = "good-" + UUID.randomUUID();
    private final String known = "known-" + UUID.randomUUID();
    private MemoryDatabase database;
    private Onceward onceward;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new ArtemisBroker(folder).configure(RefusalsTest::refuseSome).start();
    }

    private static void refuseSome(Configuration configuration) {
        Role all = new Role("users", true, true, true, true, true, true, true, true, true, true);
        Role nothing = new Role("nobody", true, true, true, true, true, true, true, true, true, true);
        configuration
                .setSecurityEnabled(true)
                .putSecurityRoles("#", Set.of(all))
                .putSecurityRoles("forbidden", Set.of(nothing))
                .putSecurityRoles("sealed", Set.of(nothing))
                .addQueueConfiguration(QueueConfiguration.of("sealed").setRoutingType(RoutingType.ANYCAST))
                .addAddressSetting(
                        FULL,
                        new AddressSettings()
                                .setAddressFullMessagePolicy(AddressFullMessagePolicy.FAIL)
                                .setMaxSizeBytes(20_000))
                .addAddressSetting(
                        "blocking",
                        new AddressSettings()
                                .setAddressFullMessagePolicy(AddressFullMessagePolicy.BLOCK)
                                .setMaxSizeBytes(200_000));
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    @BeforeEach
    void open() throws Exception {
        database = new MemoryDatabase();
        onceward = Builders.on(database)
                .connectionFactory(broker.connectionFactory())
                .configuration(Map.of(
                        "mp.messaging.outgoing." + known + ".duplicate-detection",
                        "true",
                        "onceward.schema",
                        "create",
                        "onceward.relay.polling-interval",
                        "PT0.1S",
                        "onceward.relay.max-attempts",
                        "3",
                        "onceward.relay.batch-size",
                        "20",
                        "onceward.relay.retry-delay",
                        "PT0.1S",
                        "onceward.relay.retry-max-delay",
                        "PT0.2S"))
                .start();
    }

    @AfterEach
    void close() {
        onceward.close();
        database.close();
    }

    /** Covers a queue that does not exist and may not be created, and one without the permission to send. */
    @ParameterizedTest
    @ValueSource(strings = {"forbidden", "sealed"})
    void eventThatTheBrokerRefusesIsParkedWithItsReasonAndHoldsUpNoOther(String queue) throws Exception {
        List<String> ids = new ArrayList<>();
        MemoryDatabase.inTransaction(() -> {
            for (int i = 0; i < 2; i++) {
                ids.add(record(queue, "bad", i));
                record(good, "fine", i);
            }
            return null;
        });
        assertThat(receive(good, 2)).containsExactly("0", "1");
        EventSummary parked = awaitParked();
        assertThat(parked.id()).isEqualTo(ids.get(0));
        assertThat(parked.attempts()).isEqualTo(3);
        assertThat(parked.error()).contains(queue);
        assertThat(database.text("SELECT state FROM onceward_outbox WHERE id = '" + ids.get(1) + "'"))
                .isEqualTo("BLOCKED");
    }

    @Test
    void fullAddressKeepsWhatItRefusesUntilThereIsRoom() throws Exception {
        int count = 40;
        for (int i = 0; i < count; i++) {
            int n = i;
            MemoryDatabase.inTransaction(() -> record(FULL, "one", n));
        }
        MemoryDatabase.inTransaction(() -> record(good, "fine", 0));
        assertThat(receive(good, 1)).containsExactly("0");
        awaitParked();

        List<String> received = new ArrayList<>();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (received.size() < count && System.nanoTime() - deadline < 0) {
            received.addAll(receiveWhatIsThere(FULL));
            onceward.outboxAdmin().requeue(EventFilter.all(), "the test");
        }
        assertThat(received)
                .containsExactlyElementsOf(
                        IntStream.range(0, count).mapToObj(Integer::toString).toList());
    }

    @Test
    void duplicatesThatTheBrokerKnowsCountAsPublished() throws Exception {
        for (int round = 0; round < 2; round++) {
            MemoryDatabase.inTransaction(() -> {
                for (int i = 0; i < 5; i++) {
                    String number = Integer.toString(i);
                    OutboxMetadata metadata =
                            OutboxMetadata.none().withKey("one").withId(known + "-" + i);
                    onceward.outbox().record(known, number + " again", metadata);
                }
                return onceward.outbox()
                        .record(known, "new x", OutboxMetadata.none().withKey("one"));
            });
            awaitEmptyOutbox();
        }
        assertThat(receiveWhatIsThere(known)).containsExactly("0", "1", "2", "3", "4", "new", "new");
        assertThat(onceward.outboxAdmin()
                        .find(EventFilter.all().parked(), null, 1)
                        .events())
                .isEmpty();
    }

    @Test
    void fullBrokerLosesNothing() throws Exception {
        int count = 400;
        for (int i = 0; i < count; i++) {
            int n = i;
            MemoryDatabase.inTransaction(() -> record("blocking", "one", n));
        }
        Await.until("a broker that blocks its sender", () -> broker.isFull("blocking"));
        assertThat(database.rows("onceward_outbox")).as("pending events").isPositive();
        assertThat(receive("blocking", count))
                .containsExactlyElementsOf(
                        IntStream.range(0, count).mapToObj(Integer::toString).toList());
    }

    // ---- help

    /** Records a payload of a kilobyte that begins with a number. */
    private String record(String channel, String key, int number) {
        return onceward.outbox()
                .record(
                        channel,
                        number + " " + "x".repeat(1000),
                        OutboxMetadata.none().withKey(key));
    }

    private EventSummary awaitParked() throws InterruptedException {
        Await.until("a parked event", () -> !parked().isEmpty());
        assertThat(parked()).hasSize(1);
        return parked().get(0);
    }

    private List<EventSummary> parked() {
        return onceward.outboxAdmin().find(EventFilter.all().parked(), null, 10).events();
    }

    private void awaitEmptyOutbox() throws InterruptedException {
        Await.until("an empty outbox", () -> database.rows("onceward_outbox") == 0);
    }

    /** Returns the numbers of this many messages, in the order of arrival. */
    private static List<String> receive(String queue, int count) throws Exception {
        List<String> numbers = new ArrayList<>();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (numbers.stream().distinct().count() < count && System.nanoTime() - deadline < 0) {
            numbers.addAll(receiveWhatIsThere(queue));
        }
        return numbers;
    }

    private static List<String> receiveWhatIsThere(String queue) throws Exception {
        try (JMSContext context = broker.connectionFactory().createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
            List<String> numbers = new ArrayList<>();
            for (String text = PlainApplication.next(consumer); text != null; text = PlainApplication.next(consumer)) {
                numbers.add(text.substring(0, text.indexOf(' ')));
            }
            return numbers;
        }
    }
}
