// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.webhook.WebhookReceiver.Reply;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A channel with two destinations: a queue of an Artemis broker and a webhook. Each is independent of the other. */
class TwoDestinationsTest {

    @TempDir
    private Path folder;

    private MemoryDatabase database;
    private ArtemisBroker broker;
    private WebhookReceiver receiver;
    private TwoDestinations application;

    @BeforeEach
    void open() throws Exception {
        database = new MemoryDatabase();
        database.sql("CREATE TABLE business (id VARCHAR(50) PRIMARY KEY)");
        broker = new ArtemisBroker(folder).start();
        receiver = new WebhookReceiver();
    }

    @AfterEach
    void close() {
        if (application != null) {
            application.close();
        }
        receiver.close();
        broker.close();
        database.close();
    }

    private void start(Map<String, String> configuration) {
        application = new TwoDestinations(database, broker.port(), receiver.port(), configuration);
    }

    @Test
    void eventArrivesAtBothDestinationsWithTheSameId() throws Exception {
        start(Map.of());
        application.record("e-1");
        awaitEmptyOutbox();
        assertThat(messages()).containsExactly("e-1");
        assertThat(receiver.ids()).containsExactly("e-1");
    }

    @Test
    void eventThatRollsBackArrivesNowhere() throws Exception {
        start(Map.of());
        assertThatThrownBy(() -> MemoryDatabase.inTransaction(() -> {
                    application.recordWithinTransaction("e-1", "one");
                    throw new IllegalStateException("business says no");
                }))
                .hasMessage("business says no");
        application.record("e-2");
        awaitEmptyOutbox();
        assertThat(messages()).containsExactly("e-2");
        assertThat(receiver.ids()).containsExactly("e-2");
    }

    @Test
    void outageOfTheBrokerDelaysNoWebhook() throws Exception {
        start(Map.of());
        application.record("e-0");
        awaitEmptyOutbox();
        broker.stop();
        List<String> ids = record(20);
        Await.until("the requests", () -> receiver.ids().size() == 21);
        Await.until("the removal of their rows", () -> pending(TwoDestinations.WEBHOOK) == 0);
        assertThat(pending(TwoDestinations.QUEUE)).isEqualTo(20);
        assertNoAttempts();
        broker.start();
        awaitEmptyOutbox();
        assertThat(receiver.ids().subList(1, 21)).isEqualTo(ids);
        assertThat(distinct(messages())).containsExactlyElementsOf(with("e-0", ids));
    }

    @Test
    void outageOfTheWebhookDelaysNoMessage() throws Exception {
        receiver.decide(request -> Reply.of(429)); // unavailable; no number of them is a refusal
        try (LogLines log = new LogLines()) {
            start(Map.of());
            List<String> ids = record(20);
            Await.until("the messages", () -> pending(TwoDestinations.QUEUE) == 0);
            assertThat(messages()).isEqualTo(ids);
            assertThat(pending(TwoDestinations.WEBHOOK)).isEqualTo(20);
            Await.until("the outage in the log", () -> log.all().stream().anyMatch(isOutageOfTheWebhook()));
            assertNoAttempts();
            receiver.answer(204);
            awaitEmptyOutbox();
            assertThat(distinct(receiver.ids())).isEqualTo(ids);
        }
    }

    private Predicate<String> isOutageOfTheWebhook() {
        return line -> line.startsWith("OWD-1010") && line.contains("webhook 127.0.0.1:" + receiver.port());
    }

    /** The refused event blocks its key for this destination, and no other key. */
    @Test
    void eventThatTheWebhookRefusesIsParkedForTheWebhookAlone() throws Exception {
        receiver.decide(request -> Reply.of(request.header("webhook-id").equals("bad") ? 422 : 204));
        start(Map.of("onceward.relay.max-attempts", "2"));
        application.record("bad");
        List<String> ids = record(5);
        application.record("other", "another key");
        Await.until("a parked event", () -> rows("state = 'PARKED'") == 1);
        EventSummary parked = application
                .onceward()
                .outboxAdmin()
                .find(EventFilter.all().parked(), null, 10)
                .events()
                .get(0);
        assertThat(parked.id()).isEqualTo("bad");
        assertThat(parked.queue()).isEqualTo(TwoDestinations.WEBHOOK);
        assertThat(parked.error()).contains("OWD-0288", "status 422");
        Await.until("the messages", () -> pending(TwoDestinations.QUEUE) == 0);
        Await.until("the other key", () -> receiver.ids().contains("other"));
        assertThat(messages().stream().filter(id -> !id.equals("other"))).containsExactlyElementsOf(with("bad", ids));
        assertThat(receiver.ids()).doesNotContainAnyElementsOf(ids);

        receiver.answer(204);
        assertThat(application
                        .onceward()
                        .outboxAdmin()
                        .requeue(EventFilter.all().withId("bad"), "me"))
                .isEqualTo(1);
        awaitEmptyOutbox();
        assertThat(distinct(receiver.ids()).stream().filter(id -> !id.equals("other")))
                .containsExactlyElementsOf(with("bad", ids));
        assertThat(messages()).as("further messages").isEmpty();
    }

    /** The process is killed while it records events and while a webhook waits for its answer. */
    @Test
    void eventOfAKilledProcessArrivesAtBothDestinationsOrAtNone() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0").start();
        CompletableFuture<Process> child = new CompletableFuture<>();
        receiver.decide(request -> {
            if (receiver.requests().size() == 40) {
                child.join().destroyForcibly();
            }
            return Reply.of(204);
        });
        try {
            String url =
                    database.url().replace("jdbc:h2:mem:", "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:");
            child.complete(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            TwoDestinations.class.getName(),
                            url,
                            Integer.toString(broker.port()),
                            Integer.toString(receiver.port()))
                    .inheritIO()
                    .start());
            Await.until("the end of the process", () -> !child.join().isAlive());
            server.stop(); // rolls back what the process has left open
        } finally {
            child.join().destroyForcibly();
            server.stop();
        }
        int committed = database.rows("business");
        assertThat(committed).isGreaterThanOrEqualTo(40);
        start(Map.of());
        awaitEmptyOutbox();
        List<String> ids =
                IntStream.range(0, committed).mapToObj(i -> "event-" + i).toList();
        assertThat(distinct(receiver.ids())).isEqualTo(ids);
        assertThat(distinct(messages())).isEqualTo(ids);
    }

    private List<String> record(int count) throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            application.record("e-" + i);
            ids.add("e-" + i);
        }
        return ids;
    }

    private void awaitEmptyOutbox() throws InterruptedException {
        Await.until("an empty outbox", () -> database.rows("onceward_outbox") == 0);
    }

    private long pending(String queue) {
        return rows("aggregatetype = '" + queue + "'");
    }

    private int rows(String condition) {
        return database.number("SELECT COUNT(*) FROM onceward_outbox WHERE " + condition);
    }

    private void assertNoAttempts() {
        assertThat(rows("attempts > 0 OR state <> 'PENDING'"))
                .as("events that count as refused")
                .isZero();
    }

    /** Receives the messages that the broker's queue has, and returns their ids. */
    private List<String> messages() throws Exception {
        List<String> ids = new ArrayList<>();
        try (JMSContext context = broker.connectionFactory().createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue("orders"))) {
            for (Message message = consumer.receive(500); message != null; message = consumer.receive(500)) {
                assertThat(message.getStringProperty("onceward_channel")).isEqualTo(TwoDestinations.QUEUE);
                ids.add(message.getStringProperty("onceward_id"));
            }
        }
        return ids;
    }

    private static List<String> distinct(List<String> ids) {
        return ids.stream().distinct().toList();
    }

    private static List<String> with(String first, List<String> others) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(others);
        return all;
    }
}
