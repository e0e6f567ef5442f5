// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.KafkaBroker;
import io.onceward.kafka.KafkaAdapter;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.brokers.AdapterJar;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.NeedsReactiveMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.support.Await;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The connector for Kafka of the server's own Reactive Messaging calls a method with {@code @Idempotent}. */
@NeedsReactiveMessaging
@OnlyInFull
class ServerKafkaScenario {

    private static final String APPLICATION = "server-kafka";
    private static final String TOPIC = "server-orders";

    private static KafkaBroker broker;
    private static ServerUnderTest.Run server;

    @BeforeAll
    static void start() throws Exception {
        Fixtures.current(); // clears the directory of this run
        broker = new KafkaBroker(
                        Path.of(Fixtures.required("onceward.server.configuration"), "..", "kafka"),
                        Files.createDirectories(Fixtures.directory().resolve("kafka")))
                .start();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get(60, TimeUnit.SECONDS);
        }
        Rows.execute("CREATE TABLE " + KafkaEffects.TABLE + " (what VARCHAR(255))");
        server = ServerUnderTest.current().start(application());
    }

    private static WebArchive application() {
        String connector = ServerUnderTest.current().kafkaConnector().orElseThrow();
        WebArchive application = Deployments.application(APPLICATION, KafkaEffects.class, KafkaFront.class);
        if (connector.equals("liberty-kafka")) {
            application.addClasses(LibertyOrders.class, RecordedOrders.class);
        } else {
            application.addClass(SmallRyeOrders.class);
        }
        String incoming = "mp.messaging.incoming.from-kafka.";
        String deserializer = "org.apache.kafka.common.serialization.StringDeserializer";
        return Deployments.configured(
                AdapterJar.addTo(application, KafkaAdapter.class, "kafka-adapter"),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "onceward.table-prefix=server_kafka_",
                "onceward.kafka.bootstrap-servers=" + broker.address(),
                "mp.messaging.outgoing.to-kafka.connector=onceward-kafka",
                "mp.messaging.outgoing.to-kafka.destination=" + TOPIC,
                incoming + "connector=" + connector,
                incoming + "bootstrap.servers=" + broker.address(),
                incoming + "topic=" + TOPIC,
                incoming + "group.id=" + APPLICATION,
                incoming + "auto.offset.reset=earliest",
                incoming + "key.deserializer=" + deserializer,
                incoming + "value.deserializer=" + deserializer);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        if (broker != null) {
            broker.close();
        }
    }

    @Test
    void committedEventReachesTheMethod() {
        ask("record=order-1");
        awaitEffect("order-1");
        Await.until("an empty outbox", () -> Rows.count("server_kafka_outbox") == 0);
        assertThat(effects("order-1")).isEqualTo(1);
    }

    @Test
    void duplicatesHaveOneEffectByTheHeaderOfOnceward() throws Exception {
        for (int i = 0; i < 3; i++) {
            send("by-header", Map.of("onceward_id", "h-1"));
        }
        awaitLast();
        assertThat(effects("by-header")).isEqualTo(1);
    }

    @Test
    void duplicatesHaveOneEffectByTheIdentityOfACloudEvent() throws Exception {
        for (int i = 0; i < 3; i++) {
            send(
                    "by-cloud-event",
                    Map.of("ce_specversion", "1.0", "ce_type", "t", "ce_source", "/shop", "ce_id", "c-1"));
        }
        awaitLast();
        assertThat(effects("by-cloud-event")).isEqualTo(1);
    }

    @Test
    void recordsWithoutAnIdentityHaveAnEffectForEachSend() throws Exception {
        for (int i = 0; i < 3; i++) {
            send("by-place", Map.of());
        }
        awaitLast();
        assertThat(effects("by-place")).isEqualTo(3);
    }

    /** An offset that was committed before the transaction would be skipped by the next deployment. */
    @Test
    void messageWhoseTransactionRollsBackIsDeliveredToTheNextDeployment() throws Exception {
        send(KafkaEffects.FAILS, Map.of("onceward_id", "f-1"));
        Await.until("the failure", () -> ask("look").equals("200 true"));
        assertThat(effects(KafkaEffects.FAILS)).isZero();
        ask("repair=1");
        server.undeploy(APPLICATION);
        server.deploy(application());
        awaitEffect(KafkaEffects.FAILS);
        awaitLast();
        assertThat(effects(KafkaEffects.FAILS)).isEqualTo(1);
    }

    /** Sends a further message, and waits for its effect: the topic has one partition. */
    private static void awaitLast() throws Exception {
        String last = UUID.randomUUID().toString();
        send(last, Map.of("onceward_id", last));
        awaitEffect(last);
    }

    private static void awaitEffect(String text) {
        Await.until("an effect of " + text, () -> effects(text) > 0);
    }

    private static int effects(String text) {
        return Rows.count(KafkaEffects.TABLE + " WHERE what = '" + text + "'");
    }

    private static void send(String text, Map<String, String> headers) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address()), new StringSerializer(), new StringSerializer())) {
            ProducerRecord<String, String> message = new ProducerRecord<>(TOPIC, text);
            headers.forEach((name, value) -> message.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
            producer.send(message).get(60, TimeUnit.SECONDS);
        }
    }

    private static String ask(String query) {
        String answer = Http.whenStarted(() -> Http.get(URI.create(server.address(APPLICATION) + "front?" + query)));
        assertThat(answer).startsWith("200");
        return answer;
    }
}
