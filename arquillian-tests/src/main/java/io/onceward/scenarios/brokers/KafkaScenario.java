// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.BrokerServer;
import io.onceward.fixture.KafkaBroker;
import io.onceward.kafka.KafkaAdapter;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** Kafka, with a topic of two partitions. */
@AnyMessaging
@OnlyInFull
class KafkaScenario extends TwoWayAdapterContract {

    KafkaScenario() {
        super("kafka");
    }

    @Override
    BrokerServer startBroker(Path folder) throws Exception {
        KafkaBroker broker = new KafkaBroker(
                        Path.of(Fixtures.required("onceward.server.configuration"), "..", "kafka"), folder)
                .start();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
            admin.createTopics(List.of(
                            new NewTopic("orders", 2, (short) 1), new NewTopic("orders.dead-letter", 1, (short) 1)))
                    .all()
                    .get(60, TimeUnit.SECONDS);
        }
        return broker;
    }

    @Override
    List<String> configuration(BrokerServer running) {
        return List.of(
                "onceward.broker=kafka",
                "onceward.kafka.bootstrap-servers=" + running.address(),
                "mp.messaging.outgoing.orders.connector=onceward-kafka",
                "mp.messaging.incoming.by-hand.connector=onceward",
                "mp.messaging.incoming.arrivals.connector=onceward-kafka",
                "mp.messaging.incoming.arrivals.destination=orders",
                "mp.messaging.incoming.arrivals.consumer-group=kafka-shop");
    }

    @Override
    WebArchive withAdapter(WebArchive shop) {
        return AdapterJar.addTo(super.withAdapter(shop), KafkaAdapter.class, "kafka-adapter")
                .addClasses(ForeignRecords.class, ForeignRecords.IdempotentCalls.class);
    }

    @Override
    List<String> threads() {
        return List.of("kafka-");
    }

    @Override
    void send(String id, String text) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker().address()), new StringSerializer(), new StringSerializer())) {
            ProducerRecord<String, String> message = new ProducerRecord<>("orders", "k", text);
            message.headers().add("onceward_id", id.getBytes(StandardCharsets.UTF_8));
            producer.send(message).get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void recordsOfAnotherConsumerAreIdentifiedAndStoredByHand() {
        for (int i = 0; i < 2; i++) {
            get("foreign?text=hand-1");
        }
        awaitArrived("stored hand-1");
        awaitEmpty("inbox_message");
        assertThat(arrived()).containsOnlyOnce("called hand-1").containsOnlyOnce("stored hand-1");
    }
}
