// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.faults.CaptureJournal.Message;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.KafkaBroker;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The capture from PostgreSQL, the switches between relay and capture, and applications that receive captured events. */
@Tag("only-in-full")
class CaptureTest extends CaptureUnderKills {

    private static final Path KAFKA = Path.of("..", "server-configs", "kafka");

    private static final String TOPIC = "outbox.event.seats";

    private static final int PARTITIONS = 3;

    private LogicalPostgres database;

    @Override
    void startDatabase() throws Exception {
        database = LogicalPostgres.start(folder.resolve("data"));
        run("postgresql.sql");
        sql("CREATE ROLE capture LOGIN REPLICATION PASSWORD 'capture'");
        sql("GRANT SELECT ON onceward_outbox TO capture");
    }

    @Override
    String url() {
        return database.url("postgres");
    }

    @Override
    Properties connector() throws IOException {
        return database.connector();
    }

    @Override
    void startCapture() throws Exception {
        run("postgresql-capture.sql");
        startEngine();
    }

    @Override
    void killDatabase() throws Exception {
        database.server().kill();
    }

    @Override
    void restartDatabase() throws Exception {
        database.server().start();
    }

    @Override
    void closeDatabase() throws Exception {
        database.server().kill();
    }

    @Override
    void assertDatabaseIsAsBefore() throws Exception {
        assertThat(text("SELECT pubinsert AND NOT pubupdate AND NOT pubdelete AND NOT pubtruncate FROM pg_publication"))
                .isEqualTo("t");
        assertThat(text("SELECT wal_status FROM pg_replication_slots")).isEqualTo("reserved");
        // the last kill may have hit the engine after the last event
        Await.until(
                Await.START,
                "the reader",
                () -> text("SELECT active FROM pg_replication_slots").equals("t"),
                this::lookAfterEngine);
    }

    /** The steps of both switches of the page. Only the statements decide when a step may follow. */
    @Test
    void switchFromRelayToCaptureAndBackLosesNoEventAndPublishesNoneTwice() throws Exception {
        try (ArtemisBroker broker = new ArtemisBroker(folder.resolve("broker")).start()) {
            String brokerPort = Integer.toString(broker.port());
            runNode(200, brokerPort);
            List<String> arrived = inQueue(broker);

            run("postgresql-capture.sql");
            startNode(400);
            Properties connector = connector();
            connector.setProperty("offset.flush.interval.ms", "0"); // no batch follows the last one
            startEngine(connector);
            awaitEndOfNode();
            awaitConfirmation();
            engine.stop();
            Await.until("the end of the reader", () -> text("SELECT active FROM pg_replication_slots")
                    .equals("f"));
            List<Message> captured = journal().messages();
            captured.forEach(message -> arrived.add(message.id()));

            sql("SELECT pg_drop_replication_slot('onceward_outbox')");
            sql("DROP PUBLICATION onceward_outbox");
            runNode(600, brokerPort);
            List<String> all = inQueue(broker);
            arrived.addAll(all.subList(arrived.size() - captured.size(), all.size()));

            assertThat(captured).hasSizeGreaterThan(50);
            assertThat(all).hasSizeGreaterThan(100);
            Sales.read(url()).assertArrivedOnce(arrived);
        }
    }

    /** An engine that stores no position sends all messages again after a kill. */
    @Test
    void eventsThatKafkaHasTwiceAreHandledOnce() throws Exception {
        Path home = Files.createDirectory(folder.resolve("kafka"));
        try (KafkaBroker broker = new KafkaBroker(KAFKA, home).start()) {
            createTopic(broker);
            run("postgresql-capture.sql");
            Properties connector = connector();
            connector.setProperty("offset.flush.interval.ms", "600000");
            startEngine(connector, "kafka", broker.address());
            runNode(200);
            sql("CREATE DATABASE billing");
            try (CaptureReceiver receiver = CaptureReceiver.ofKafka(database.url("billing"), broker.address())) {
                int first = awaitHandled(receiver, broker).size();
                engine.kill();
                startEngineAgain();
                runNode(400); // each key has new events behind those that are sent again
                Sales sales = awaitHandled(receiver, broker);
                sales.assertArrivedOnce(receiver.handled());
                assertThat(receiver.countChanged()).isZero();
                assertThat(countRecords(broker)).isGreaterThanOrEqualTo(first + sales.size());
            }
        }
    }

    private static void createTopic(KafkaBroker broker) throws Exception {
        try (Admin admin = admin(broker)) {
            admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1)))
                    .all()
                    .get();
        }
    }

    private static Admin admin(KafkaBroker broker) {
        return Admin.create(Map.<String, Object>of("bootstrap.servers", broker.address()));
    }

    /** Says in the failure how far the events have come, and what the engine has reported. */
    private Sales awaitHandled(CaptureReceiver receiver, KafkaBroker broker) throws Exception {
        Sales sales = Sales.read(url());
        try {
            Await.until(
                    Await.START,
                    "all events",
                    () -> receiver.handled().containsAll(sales.ids()),
                    this::lookAfterEngine);
        } catch (AssertionError e) {
            throw new AssertionError(
                    sales.size() + " events recorded, " + countRecords(broker) + " in Kafka, " + receiver.countStored()
                            + " stored, " + receiver.handled().size() + " handled; the engine:\n"
                            + engineWarnings(),
                    e);
        }
        return sales;
    }

    private String engineWarnings() throws IOException {
        return Files.readAllLines(engine.log()).stream()
                .filter(line -> !line.contains(" INFO "))
                .collect(Collectors.joining("\n"));
    }

    private static long countRecords(KafkaBroker broker) throws Exception {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int i = 0; i < PARTITIONS; i++) {
            ends.put(new TopicPartition(TOPIC, i), OffsetSpec.latest());
        }
        try (Admin admin = admin(broker)) {
            return admin.listOffsets(ends).all().get().values().stream()
                    .mapToLong(ListOffsetsResultInfo::offset)
                    .sum();
        }
    }

    /** A tool that sends the messages of the router by Jakarta Messaging, with the properties of the page. */
    @Test
    void eventsThatAQueueHasTwiceAreHandledOnce() throws Exception {
        startCapture();
        runNode(200);
        sql("CREATE DATABASE billing");
        try (ArtemisBroker broker = new ArtemisBroker(folder.resolve("broker")).start()) {
            Sales sales = Sales.read(url());
            awaitArrivalOf(sales.ids());
            send(journal().messages(), broker);
            send(journal().messages(), broker);
            try (CaptureReceiver receiver =
                    CaptureReceiver.ofJms(database.url("billing"), broker.connectionFactory(), CaptureNode.CHANNEL)) {
                Await.until(
                        Await.START,
                        "all messages",
                        () -> inQueue(broker).isEmpty()
                                && receiver.countStored() == 0
                                && receiver.handled().size() >= sales.size(),
                        () -> Pause.millis(500));
                sales.assertArrivedOnce(receiver.handled());
                assertThat(receiver.countChanged()).isZero();
            }
        }
    }

    private static void send(List<Message> messages, ArtemisBroker broker) throws JMSException {
        try (jakarta.jms.Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession();
                MessageProducer producer = session.createProducer(session.createQueue(CaptureNode.CHANNEL))) {
            for (Message message : messages) {
                TextMessage sent = session.createTextMessage(message.text());
                sent.setStringProperty("onceward_id", message.headers().get("id"));
                sent.setStringProperty("onceward_key", message.key());
                sent.setStringProperty("onceward_type", message.headers().get("onceward_type"));
                sent.setStringProperty("onceward_contenttype", message.headers().get("content-type"));
                producer.send(sent);
            }
        }
    }

    /** Returns the ids of the messages in the broker, in their order. */
    private static List<String> inQueue(ArtemisBroker broker) {
        List<String> ids = new ArrayList<>();
        try (jakarta.jms.Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession();
                QueueBrowser browser = session.createBrowser(session.createQueue(CaptureNode.CHANNEL))) {
            connection.start();
            Enumeration<?> messages = browser.getEnumeration();
            while (messages.hasMoreElements()) {
                ids.add(((jakarta.jms.Message) messages.nextElement()).getStringProperty("onceward_id"));
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
        return ids;
    }

    private void awaitConfirmation() throws Exception {
        String position = text("SELECT pg_current_wal_lsn()");
        Await.until(
                Await.START,
                "the confirmation",
                () -> text("SELECT confirmed_flush_lsn >= '" + position + "' FROM pg_replication_slots")
                        .equals("t"),
                () -> Pause.millis(500));
    }
}
