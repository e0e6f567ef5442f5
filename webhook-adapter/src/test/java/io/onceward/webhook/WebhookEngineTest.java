// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import io.onceward.webhook.WebhookReceiver.Reply;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An application in a plain JVM whose only adapter is that for webhooks, from the recording of an event to its receiver. */
class WebhookEngineTest {

    private MemoryDatabase database;
    private WebhookReceiver receiver;
    private Onceward onceward;

    @BeforeEach
    void open() throws Exception {
        database = new MemoryDatabase();
        receiver = new WebhookReceiver();
    }

    @AfterEach
    void close() {
        if (onceward != null) {
            onceward.close();
        }
        receiver.close();
        database.close();
    }

    private void start(Map<String, String> more) {
        onceward = builder(more).start();
    }

    private OncewardBuilder builder(Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "onceward.schema", "create",
                "onceward.relay.polling-interval", "PT0.05S",
                "onceward.relay.retry-delay", "PT0.05S",
                "onceward.relay.retry-max-delay", "PT0.1S",
                "onceward.relay.send-timeout", "PT5M",
                "mp.messaging.outgoing.orders.destination", "webhook:" + receiver.url("/orders")));
        configuration.putAll(more);
        return Onceward.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(database.pool())
                .configuration(Webhooks.local(configuration));
    }

    private void record(String channel, String payload, OutboxMetadata metadata) throws Exception {
        MemoryDatabase.inTransaction(() -> onceward.outbox().record(channel, payload, metadata));
    }

    private void record(String payload) throws Exception {
        record("orders", payload, OutboxMetadata.none());
    }

    /** Records an event whose row has the destination of another writer. The next application publishes the event. */
    private void recordFor(String destination) throws Exception {
        start(Map.of("onceward.relay.enabled", "false"));
        record("x");
        database.sql("UPDATE onceward_outbox SET destination = '" + destination + "'");
        onceward.close();
    }

    private void awaitEmptyOutbox() throws InterruptedException {
        Await.until("an empty outbox", () -> database.rows("onceward_outbox") == 0);
    }

    private EventSummary parked() throws InterruptedException {
        Await.until(
                "a parked event",
                () -> database.number("SELECT COUNT(*) FROM onceward_outbox WHERE state = 'PARKED'") == 1);
        return onceward.outboxAdmin()
                .find(EventFilter.all().parked(), null, 10)
                .events()
                .get(0);
    }

    private List<String> bodies() {
        return receiver.requests().stream()
                .map(request -> new String(request.body(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void recordedEventIsSentAndItsRowRemoved() throws Exception {
        start(Map.of());
        record(
                "orders",
                "placed",
                OutboxMetadata.none().withId("e-1").withKey("k").withHeader("tenant", "acme"));
        awaitEmptyOutbox();
        assertThat(bodies()).containsExactly("placed");
        assertThat(receiver.requests().get(0).headers())
                .containsEntry("idempotency-key", "\"e-1\"")
                .containsEntry("onceward-key", "k")
                .containsEntry("tenant", "acme")
                .containsKey("webhook-signature");
    }

    @Test
    void cloudEventsAreSentInBothModes() throws Exception {
        start(Map.of(
                "onceward.cloudevents.source", "https://example.com/shop",
                "mp.messaging.outgoing.orders.envelope", "cloudevents",
                "mp.messaging.outgoing.structured.envelope", "cloudevents-json",
                "mp.messaging.outgoing.structured.destination", "webhook:" + receiver.url("/structured")));
        record("orders", "placed", OutboxMetadata.none().withId("e-1").withKey("k 1"));
        record("structured", "placed", OutboxMetadata.none().withId("e-2"));
        awaitEmptyOutbox();
        assertThat(receiver.requests()).hasSize(2).anySatisfy(request -> {
            assertThat(request.path()).isEqualTo("/orders");
            assertThat(request.body()).asString(StandardCharsets.UTF_8).isEqualTo("placed");
            assertThat(request.headers())
                    .containsEntry("ce-specversion", "1.0")
                    .containsEntry("ce-id", "e-1")
                    .containsEntry("ce-source", "https://example.com/shop")
                    .containsEntry("ce-partitionkey", "k%201")
                    .containsEntry("content-type", "text/plain");
        });
        assertThat(receiver.requests()).anySatisfy(request -> {
            assertThat(request.path()).isEqualTo("/structured");
            assertThat(request.header("content-type")).isEqualTo("application/cloudevents+json; charset=UTF-8");
            assertThat(request.body())
                    .asString(StandardCharsets.UTF_8)
                    .contains("\"id\":\"e-2\"", "\"data\":\"placed\"");
        });
    }

    @Test
    void illegalHeaderIsRefusedWhenTheEventIsRecorded() {
        start(Map.of());
        assertThatThrownBy(() -> record("orders", "x", OutboxMetadata.none().withHeader("Content-Length", "1")))
                .hasMessageStartingWith("OWD-0045")
                .hasMessageContaining("'event-Content-Length'");
    }

    @Test
    void eventsOfAKeyKeepTheirOrderThroughFailures() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        receiver.decide(request -> Reply.of(requests.incrementAndGet() % 7 == 0 ? 500 : 204));
        start(Map.of("onceward.relay.max-attempts", "1000"));
        List<String> recorded = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            for (String key : List.of("a", "b")) {
                record("orders", key + i, OutboxMetadata.none().withKey(key));
                recorded.add(key + i);
            }
        }
        awaitEmptyOutbox();
        List<String> sent = bodies();
        for (String key : List.of("a", "b")) {
            assertThat(firstOccurrences(sent, key))
                    .isEqualTo(recorded.stream()
                            .filter(body -> body.startsWith(key))
                            .toList());
        }
        // a confirmed event is not sent again when a later one is refused
        assertThat(sent).hasSize(requests.get());
        assertThat(requests.get()).isLessThanOrEqualTo(60 + 60 / 6 + 1);
    }

    private static List<String> firstOccurrences(List<String> bodies, String key) {
        Set<String> seen = new HashSet<>();
        return bodies.stream()
                .filter(body -> body.startsWith(key) && seen.add(body))
                .toList();
    }

    @Test
    void outageCostsNoAttemptAndIsReportedByTheNameOfTheHost() throws Exception {
        AtomicBoolean down = new AtomicBoolean(true);
        receiver.decide(request -> {
            // status 503 ten times in a row is a refusal of the event, status 429 never
            int unavailable = receiver.requests().size() > 3 ? 429 : 503;
            return Reply.of(down.get() ? unavailable : 204);
        });
        try (LogLines log = new LogLines();
                WebhookReceiver healthy = new WebhookReceiver()) {
            start(Map.of(
                    "onceward.relay.max-attempts",
                    "1",
                    "mp.messaging.outgoing.healthy.destination",
                    "webhook:" + healthy.url("/")));
            record("down");
            Await.until("the outage in the log", () -> log.all().stream()
                    .anyMatch(entry -> entry.contains("OWD-1010")
                            && entry.contains("webhook 127.0.0.1:" + receiver.port())
                            && entry.contains("status 503")));
            record("healthy", "x", OutboxMetadata.none());
            Await.until("the event of the other host", () -> !healthy.requests().isEmpty());
            Await.until("further attempts", () -> receiver.requests().size() >= 3);
            assertThat(database.rows("onceward_outbox")).isEqualTo(1);
            assertThat(database.text("SELECT state FROM onceward_outbox")).isEqualTo("PENDING");
            assertThat(database.number("SELECT attempts FROM onceward_outbox")).isZero();
            down.set(false);
            awaitEmptyOutbox();
            assertThat(new HashSet<>(receiver.ids())).hasSize(1);
        }
    }

    @Test
    void refusedEventIsParkedWithTheStatus() throws Exception {
        receiver.decide(
                request -> Reply.of(new String(request.body(), StandardCharsets.UTF_8).equals("poison") ? 422 : 204));
        start(Map.of("onceward.relay.max-attempts", "2"));
        record("poison");
        record("fine");
        assertThat(parked().error()).contains("OWD-0288", "status 422");
        Await.until("the other event", () -> bodies().contains("fine"));
        assertThat(bodies()).filteredOn("poison"::equals).hasSize(2);
    }

    /** A wrong URL must not cost every pending event an attempt. */
    @Test
    void urlThatRefusesEveryEventStopsOnlyItself() throws Exception {
        receiver.decide(request -> Reply.of(request.path().equals("/orders") ? 404 : 204));
        start(Map.of("mp.messaging.outgoing.other.destination", "webhook:" + receiver.url("/other")));
        MemoryDatabase.inTransaction(() -> {
            for (int i = 0; i < 50; i++) {
                onceward.outbox().record("orders", "x" + i, OutboxMetadata.none());
            }
            return null;
        });
        Await.until("refusals", () -> receiver.requests().size() >= 3);
        record("other", "y", OutboxMetadata.none());
        Await.until("the event of the other URL", () -> bodies().contains("y"));
        Await.until("the removal of its row", () -> database.rows("onceward_outbox") == 50);
        assertThat(bodies()).filteredOn(body -> body.startsWith("x")).hasSizeLessThan(20);
    }

    @Test
    void destinationOfAnotherWriterIsCheckedWhenItsEventIsPublished() throws Exception {
        try (WebhookReceiver inside = new WebhookReceiver()) {
            recordFor("webhook:" + inside.url("/"));
            start(Map.of("onceward.relay.max-attempts", "1", "onceward.webhook-hosts", "127.0.0.1:" + receiver.port()));
            assertThat(parked().error()).contains("OWD-0283");
            assertThat(inside.requests()).isEmpty();
            assertThat(receiver.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "webhook:https://user:s3cret@a.example/, webhook:https://…@a.example/, it has user-info",
        "webhook:https:user:s3cret@a.example/, webhook:…@a.example/, it has no host",
        "'webhook:https:user:s3cret@a.example/\nOWD-1', webhook:…@a.example/\\u000AOWD-1, control characters"
    })
    void malformedDestinationOfAnotherWriterIsParkedWithoutItsPassword(String destination, String shown, String reason)
            throws Exception {
        try (LogLines log = new LogLines()) {
            recordFor(destination);
            start(Map.of("onceward.relay.max-attempts", "2"));
            assertThat(parked().error())
                    .contains("OWD-0282", shown.substring(shown.indexOf('…')), reason)
                    .doesNotContain("s3cret", "\n");
            for (String code : List.of("OWD-1017", "OWD-1018")) {
                Await.until("a message of the log", () -> log.all().stream().anyMatch(line -> line.contains(code)));
            }
            assertThat(log.all()).noneMatch(line -> line.contains("s3cret") || line.contains("\nOWD-1"));
            assertThat(log.all()).anyMatch(line -> line.contains(" for " + shown + " "));
            assertThat(destinationsInJmx()).containsExactly(shown);
        }
    }

    private static List<Object> destinationsInJmx() throws Exception {
        Object events = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("io.onceward:type=Outbox,application=\"standalone\""),
                        "find",
                        new Object[] {"PARKED", "", "", "", ""},
                        Collections.nCopies(5, String.class.getName()).toArray(new String[0]));
        return Arrays.stream((CompositeData[]) events)
                .map(event -> event.get("destination"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 0"})
    void jvmWithoutACacheForAddressesIsReportedIfHttpIsAllowed(boolean isHttpAllowed, int warnings) {
        System.setProperty("sun.net.inetaddr.ttl", "0"); // the JVM has read it before
        try (LogLines log = new LogLines()) {
            start(Map.of(
                    "onceward.webhook-plain-http",
                    Boolean.toString(isHttpAllowed),
                    "onceward.webhook-hosts",
                    "127.0.0.1:*",
                    "mp.messaging.outgoing.orders.destination",
                    "webhook:https://127.0.0.1:" + receiver.port() + "/"));
            assertThat(log.all())
                    .filteredOn(line -> line.startsWith("OWD-1150") && line.contains("(sun.net.inetaddr.ttl=0)"))
                    .hasSize(warnings);
        } finally {
            System.clearProperty("sun.net.inetaddr.ttl");
        }
    }

    @Test
    void channelCanNotReceiveFromAWebhook() {
        OncewardBuilder builder = builder(
                        Map.of("mp.messaging.incoming.arrivals.destination", "webhook:https://a.example/"))
                .handle("arrivals", "billing", String.class, (payload, metadata) -> {});
        assertThatThrownBy(builder::start).hasMessageStartingWith("OWD-0096");
    }

    @Test
    void threadsEndWithTheEngine() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        start(Map.of());
        record("x");
        awaitEmptyOutbox();
        assertThat(threadsExcept(before)).isNotEmpty();
        onceward.close();
        onceward = null;
        Await.until("the end of the threads", () -> threadsExcept(before).isEmpty(), System::gc);
    }

    /** Clients of other tests whose connections broke may have a thread that never ends: a limit on the page of webhooks. */
    private static List<String> threadsExcept(Set<Thread> others) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !others.contains(thread))
                .map(Thread::getName)
                .filter(name -> name.startsWith("onceward-webhook") || name.startsWith("HttpClient-"))
                .toList();
    }
}
