// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.fixture.KafkaBroker;
import io.oncebox.kafka.KafkaAdapter;
import io.oncebox.scenarios.Deployments;
import io.oncebox.scenarios.fixture.Fixtures;
import io.oncebox.scenarios.fixture.Http;
import io.oncebox.scenarios.fixture.Rows;
import io.oncebox.scenarios.fixture.ServerUnderTest;
import io.oncebox.scenarios.redeploy.Trace;
import io.oncebox.scenarios.redeploy.Watch;
import io.oncebox.scenarios.selection.AnyMessaging;
import io.oncebox.scenarios.selection.AnyRelease;
import io.oncebox.scenarios.selection.SameInFamily;
import io.oncebox.scenarios.selection.TakesLong;
import io.oncebox.scenarios.support.Await;
import io.oncebox.spi.BrokerAdapter;
import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An application with the one JAR, the JAR of the adapter for Kafka, and the client library. */
@AnyMessaging
@AnyRelease
@SameInFamily
@TakesLong
class KafkaScenario {

    private static final String APPLICATION = "kafka-shop";

    private static final int CYCLES = 5;

    /** Class loaders that a server keeps for its own reasons, as in the scenario of redeployments. */
    private static final int BOUNDED = 3;

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static KafkaBroker broker;
    private static ServerUnderTest.Run server;

    @BeforeAll
    static void start() throws Exception {
        Fixtures.current(); // clears the directory of this run
        broker = new KafkaBroker(
                        Path.of(Fixtures.required("oncebox.server.configuration"), "..", "kafka"),
                        Files.createDirectories(Fixtures.directory().resolve("kafka")))
                .start();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
            admin.createTopics(List.of(
                            new NewTopic("orders", 2, (short) 1), new NewTopic("orders.dead-letter", 1, (short) 1)))
                    .all()
                    .get(60, TimeUnit.SECONDS);
        }
        server = ServerUnderTest.current()
                .start(
                        shop(),
                        Deployments.withoutOncebox("kafka-watch", Watch.class, Trace.class, ClientThreads.class));
    }

    private static WebArchive shop() {
        WebArchive shop = Deployments.application(
                        APPLICATION,
                        KafkaShop.class,
                        KafkaShop.Orders.class,
                        KafkaShop.Handlers.class,
                        KafkaShop.IdempotentCalls.class)
                .addAsLibraries(jarOf(KafkaProducer.class), jarOf(org.slf4j.Logger.class))
                .addAsLibrary(ShrinkWrap.create(JavaArchive.class, "oncebox-kafka.jar")
                        .addPackage(KafkaAdapter.class.getPackage())
                        .addAsServiceProvider(BrokerAdapter.class, KafkaAdapter.class));
        return Deployments.configured(
                shop,
                "oncebox.schema=create",
                "oncebox.datasource=jdbc/postgresql",
                "oncebox.table-prefix=kafka_shop_",
                "oncebox.broker=kafka",
                "oncebox.kafka.bootstrap-servers=" + broker.address(),
                "mp.messaging.outgoing.orders.connector=oncebox-kafka",
                "mp.messaging.incoming.by-hand.connector=oncebox",
                "mp.messaging.incoming.arrivals.connector=oncebox-kafka",
                "mp.messaging.incoming.arrivals.destination=orders",
                "mp.messaging.incoming.arrivals.consumer-group=kafka-shop");
    }

    private static File jarOf(Class<?> type) {
        try {
            return new File(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
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
    void committedEventsReachTheirHandlerByKafkaAndOthersDoNot() {
        ask("do=roll-back&text=never");
        ask("do=place&text=order-1");
        await("the order", () -> ask("do=look").contains("received order-1"));
        await("an empty outbox", () -> Rows.count("kafka_shop_outbox") == 0);
        assertThat(ask("do=look")).containsOnlyOnce("received order-1").doesNotContain("never");
    }

    @Test
    void messageThatArrivesTwiceIsHandledOnce() throws Exception {
        for (int i = 0; i < 2; i++) {
            send("e-1", "twice");
        }
        send("e-2", "last");
        await("the last", () -> ask("do=look").contains("received last"));
        await("an empty inbox", () -> Rows.count("kafka_shop_inbox_message") == 0);
        assertThat(ask("do=look")).containsOnlyOnce("received twice");
    }

    private static void send(String id, String text) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address()), new StringSerializer(), new StringSerializer())) {
            ProducerRecord<String, String> message = new ProducerRecord<>("orders", "k", text);
            message.headers().add("oncebox_id", id.getBytes(StandardCharsets.UTF_8));
            producer.send(message).get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void recordsOfAnotherConsumerAreIdentifiedAndStoredByHand() {
        for (int i = 0; i < 2; i++) {
            ask("do=call&text=call-1");
            ask("do=store&text=hand-1");
        }
        await("the stored one", () -> ask("do=look").contains("stored hand-1"));
        await("an empty inbox", () -> Rows.count("kafka_shop_inbox_message") == 0);
        assertThat(ask("do=look")).containsOnlyOnce("called call-1").containsOnlyOnce("stored hand-1");
    }

    @Test
    void redeploymentsLeaveNoThreadAndNoClassLoader() {
        watch("loaders?forget=1");
        for (int i = 0; i < CYCLES; i++) {
            String order = "cycle-" + i;
            server.deploy(shop().addClass(Trace.class));
            ask("do=place&text=" + order);
            await("the order", () -> ask("do=look").contains("received " + order));
            assertThat(watch("threads"))
                    .contains("kafka-producer-network-thread", "kafka-coordinator-heartbeat-thread");
            server.undeploy(APPLICATION);
            await("the end of the threads", () -> watch("threads").endsWith("[]"));
        }
        await(
                "the class loaders",
                () -> Integer.parseInt(watch("loaders").substring(("200 " + CYCLES + " ").length())) <= BOUNDED);
        server.deploy(shop());
    }

    private static String ask(String query) {
        String answer = Http.whenStarted(() -> Http.get(URI.create(server.address(APPLICATION) + "shop?" + query)));
        assertThat(answer).startsWith("200");
        return answer;
    }

    private static String watch(String what) {
        String answer = Http.get(server.address("kafka-watch").resolve(what));
        assertThat(answer).startsWith("200 ");
        return answer;
    }

    private static void await(String what, BooleanSupplier condition) {
        Await.until(PATIENCE, () -> what, condition);
    }
}
