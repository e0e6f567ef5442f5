// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.fixture.BrokerServer;
import io.oncebox.fixture.KafkaBroker;
import io.oncebox.kafka.KafkaAdapter;
import io.oncebox.scenarios.fixture.Fixtures;
import io.oncebox.scenarios.selection.AnyMessaging;
import io.oncebox.scenarios.selection.AnyRelease;
import io.oncebox.scenarios.selection.SameInFamily;
import io.oncebox.scenarios.selection.TakesLong;
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
@AnyRelease
@SameInFamily
@TakesLong
class KafkaScenario extends TwoWayAdapterContract {

    KafkaScenario() {
        super("kafka");
    }

    @Override
    BrokerServer startBroker(Path folder) throws Exception {
        KafkaBroker broker = new KafkaBroker(
                        Path.of(Fixtures.required("oncebox.server.configuration"), "..", "kafka"), folder)
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
                "oncebox.broker=kafka",
                "oncebox.kafka.bootstrap-servers=" + running.address(),
                "mp.messaging.outgoing.orders.connector=oncebox-kafka",
                "mp.messaging.incoming.by-hand.connector=oncebox",
                "mp.messaging.incoming.arrivals.connector=oncebox-kafka",
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
            message.headers().add("oncebox_id", id.getBytes(StandardCharsets.UTF_8));
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
