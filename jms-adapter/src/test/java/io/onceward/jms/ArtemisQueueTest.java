// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.LogLines;
import jakarta.jms.ConnectionFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The warnings about queues of Artemis that lose messages, or give those of a key to several consumers. */
class ArtemisQueueTest {

    private static final String NAME = "jms/cf";

    private static final Map<String, UnaryOperator<QueueConfiguration>> QUEUES = Map.of(
            "filter", queue -> queue.setFilterString("region = 'EU'"),
            "transient", queue -> queue.setDurable(false),
            "ring", queue -> queue.setRingSize(5L),
            "disabled", queue -> queue.setEnabled(false),
            "last", queue -> queue.setLastValue(true),
            "purge", queue -> queue.setPurgeOnNoConsumers(true),
            "buckets", queue -> queue.setGroupBuckets(0),
            "rebalance", queue -> queue.setGroupRebalance(true),
            "pausing", queue -> queue.setGroupRebalance(true).setGroupRebalancePauseDispatch(true),
            "sound", queue -> queue.setGroupBuckets(4));

    @TempDir
    private static Path folder;

    private static ArtemisBroker broker;

    private final LogLines log = new LogLines();

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new ArtemisBroker(folder)
                .configure(configuration -> {
                    QUEUES.forEach((name, change) -> configuration.addQueueConfiguration(
                            change.apply(QueueConfiguration.of(name).setRoutingType(RoutingType.ANYCAST))));
                    configuration.addAddressSetting("created.#", new AddressSettings().setDefaultRingSize(5));
                })
                .start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @AfterEach
    void close() {
        JndiNames.unbindAll();
        log.close();
    }

    @ParameterizedTest
    @CsvSource({
        "filter, OWD-1250, it drops messages that do not match its filter (region = 'EU')",
        "transient, OWD-1250, it is not durable",
        "disabled, OWD-1250, it drops all messages (enabled=false)",
        "ring, OWD-1250, it keeps only the last 5 messages (ring-size)",
        "last, OWD-1250, it keeps only the last message of each value",
        "purge, OWD-1250, it drops messages while it has no consumer",
        "buckets, OWD-1251, group-buckets=0",
        "rebalance, OWD-1251, group-rebalance=true",
        "pausing, OWD-1251, group-rebalance=true",
        "created.ring, OWD-1250, it keeps only the last 5 messages (ring-size)"
    })
    void settingsThatLoseMessagesOrSplitKeysAreNamedOnce(String queue, String code, String reason) throws Exception {
        publish(queue);
        assertWarnsOnce(queue, code, reason);
        log.forget();
        receive(queue);
        assertWarnsOnce(queue, code, reason);
    }

    @ParameterizedTest
    @CsvSource({"sound", "created-later"})
    void otherQueuesAreNotNamed(String queue) throws Exception {
        publish(queue);
        receive(queue);
        assertThat(warnings()).isEmpty();
    }

    @Test
    void queueIsNamedOnAServer() throws Exception {
        EnlistingFactory server = new EnlistingFactory();
        JndiNames.bind(NAME, broker.connectionFactory());
        JmsPublisher publisher = new JmsPublisher(server, Optional.empty());
        publisher.link(NAME).publish(List.of(new Probe("check", Probe.Stage.COMMITTED, uri("filter"))));
        publisher.link(NAME).publish(List.of(new Probe("check", Probe.Stage.COMMITTED, uri("filter"))));
        assertWarnsOnce("filter", "OWD-1250", "its filter");
        log.forget();
        JmsSource source = new JmsSource(server, Optional.empty());
        source.receive(uri("filter"), 1, Duration.ofMillis(10), messages -> {});
        source.receive(uri("filter"), 1, Duration.ofMillis(10), messages -> {});
        source.close();
        assertWarnsOnce("filter", "OWD-1250", "its filter");
    }

    private void assertWarnsOnce(String queue, String code, String reason) {
        assertThat(warnings())
                .singleElement()
                .asString()
                .startsWith(code)
                .contains("'" + queue + "'")
                .contains(reason);
    }

    private List<String> warnings() {
        return log.all().stream().filter(line -> line.matches("OWD-125[01].*")).toList();
    }

    /** Twice, by sessions that follow each other. */
    private void publish(String queue) throws Exception {
        try (LocalJmsPublisher publisher =
                new LocalJmsPublisher(factories(), new FactoryChecks.Direct(), Optional.empty())) {
            for (int i = 0; i < 2; i++) {
                publisher.link(NAME).publishAlone(new Probe("check", Probe.Stage.COMMITTED, uri(queue)));
            }
        }
    }

    private void receive(String queue) throws Exception {
        try (LocalJmsSource source = new LocalJmsSource(factories(), new FactoryChecks.Direct(), Optional.empty())) {
            source.receive(uri(queue), 1, Duration.ofMillis(10), messages -> {});
        }
    }

    private static GivenFactories factories() {
        ConnectionFactory factory = broker.connectionFactory();
        return new GivenFactories(Map.of(NAME, factory));
    }

    private static String uri(String queue) {
        return FactoryChecks.uri(queue);
    }
}
