// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.impl.Headers;
import io.onceward.contract.HeardPublisher;
import io.onceward.contract.HeardPublisher.RefusedForeverException;
import io.onceward.contract.HeardResults;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.NatsBroker;
import io.onceward.fixture.OnlyWithAllServers;
import io.onceward.spi.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publishing to a real server. */
@OnlyWithAllServers
class NatsPublisherTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    /** For an acknowledgement that never comes. */
    private static final Map<String, String> HASTY = Map.of("onceward.nats.ack-timeout", "PT1S");

    @TempDir
    private static Path folder;

    private static NatsServer server;

    private final String stream = "S" + UUID.randomUUID().toString().replace("-", "");
    private final String subject = stream + ".orders";
    private HeardPublisher publisher;

    @BeforeAll
    static void startServer() throws Exception {
        NatsBroker.requireInstalled();
        server = new NatsServer(
                        folder,
                        "authorization { users = [",
                        "  { user: app, password: secret }",
                        "  { user: sender, password: secret, permissions: { publish: [\"*.allowed\"] } }",
                        "  { user: full, password: secret, permissions: {",
                        "    publish: [\"*.orders\", \"$JS.API.INFO\", \"$JS.API.STREAM.NAMES\",",
                        "      \"$JS.API.STREAM.MSG.GET.*\"]",
                        "    subscribe: [\"_INBOX.>\"] } }",
                        "  { user: deaf, password: secret, permissions: { subscribe: [\"nothing\"] } }",
                        "] }",
                        "no_auth_user: app")
                .start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void open() {
        publisher = publisher(Map.of());
    }

    @AfterEach
    void close() {
        publisher.close();
    }

    private static HeardPublisher publisher(Map<String, String> more) {
        Map<String, String> configuration = new java.util.HashMap<>(
                Map.of("onceward.nats.servers", server.url(), "onceward.nats.ack-timeout", "PT10S"));
        configuration.putAll(more);
        return NatsChannels.publisher(configuration);
    }

    private Event event(String id, String key) {
        return Event.of(id, key, subject);
    }

    private List<String> stored() throws Exception {
        return server.messages(stream).stream()
                .map(message -> new String(message.getData(), StandardCharsets.UTF_8))
                .toList();
    }

    // ---- messages

    @Test
    void messageHasIdKeyTypeAndHeaders() throws Exception {
        server.createStream(stream, subject);
        publisher.publish(List.of(event("e-1", "order 42")
                .withHeaders(Map.of("tenant", " Müller & 100% ", "cloudEvents_source", "/shop", "empty", ""))));
        MessageInfo message = server.messages(stream).get(0);
        Headers headers = message.getHeaders();
        assertThat(headers.getFirst("Nats-Msg-Id")).isEqualTo("orders e-1");
        assertThat(headers.getFirst("onceward_id")).isEqualTo("e-1");
        assertThat(headers.getFirst("onceward_channel")).isEqualTo("orders");
        assertThat(headers.getFirst("onceward_key")).isEqualTo("order 42");
        assertThat(headers.getFirst("onceward_type")).isEqualTo("order-placed");
        assertThat(headers.getFirst("content-type")).isEqualTo("text/plain");
        assertThat(headers.getFirst("tenant")).isEqualTo("%20M%C3%BCller & 100%25%20");
        assertThat(headers.getFirst("ce-source")).isEqualTo("/shop");
        assertThat(headers.getFirst("empty")).isEmpty();
    }

    // ---- order and confirmation

    @Test
    void batchIsStoredInTheOrderOfEachKey() throws Exception {
        server.createStream(stream, subject);
        List<OutboxEvent> events = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            events.add(event(i % 7 + "-" + i, i % 7 == 0 ? null : "k" + i % 7));
        }
        publisher.publish(events);
        Map<String, List<Integer>> byKey = stored().stream()
                .collect(Collectors.groupingBy(
                        id -> id.substring(0, 1),
                        Collectors.mapping(id -> Integer.parseInt(id.substring(2)), Collectors.toList())));
        assertThat(byKey).hasSize(7);
        assertThat(byKey.entrySet())
                .filteredOn(entry -> !entry.getKey().equals("0"))
                .allSatisfy(entry -> assertThat(entry.getValue()).isSorted().hasSizeGreaterThan(40));
    }

    @Test
    void laterEventOfAKeyIsNotStoredBeforeARefusedOne() throws Exception {
        server.createStream(StreamConfiguration.builder()
                .name(stream)
                .subjects(subject)
                .maximumMessageSize(500)
                .discardPolicy(DiscardPolicy.New));
        assertThatThrownBy(() -> publisher.publish(
                        List.of(event("a-1", "a").withPayload(new byte[1_000]), event("a-2", "a"), event("b-1", "b"))))
                .hasMessageStartingWith("OWD-0274")
                .hasMessageContaining(subject);
        assertThat(stored()).doesNotContain("a-2");
        assertThatThrownBy(() -> publisher.publish(event("a-1", "a").withPayload(new byte[1_000])))
                .hasMessageStartingWith("OWD-0274");
        assertThatCode(() -> publisher.requireNoOutage()).doesNotThrowAnyException();
    }

    @Test
    void eventsOfManyThreadsAreConfirmed() throws Exception {
        server.createStream(stream, subject);
        List<CompletableFuture<Void>> threads = IntStream.range(0, 4)
                .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                    try {
                        for (int batch = 0; batch < 5; batch++) {
                            publisher.publish(List.of(event(thread + "-" + batch, "k" + thread)));
                        }
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .toList();
        CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new)).get();
        assertThat(stored()).hasSize(20);
    }

    @Test
    void batchThatTakesTooLongEndsWithTheConfirmedEvents() throws Exception {
        server.createStream(stream, subject);
        List<OutboxEvent> events = IntStream.range(0, 400)
                .<OutboxEvent>mapToObj(i -> event("a-" + i, "a"))
                .toList();
        publisher.publish(events, HeardResults.wantingOnly(20));
        assertThat(publisher.last().confirmed()).isEqualTo(stored()).hasSize(20);
    }

    @Test
    void eventsBesideARefusedOneAreNotPublishedAgain() throws Exception {
        server.createStream(StreamConfiguration.builder()
                .name(stream)
                .subjects(subject)
                .maximumMessageSize(500)
                .duplicateWindow(Duration.ofMillis(100)));
        List<Event> events = List.of(
                event("a-1", "a"),
                event("b-1", "b").withPayload(new byte[1_000]),
                event("c-1", "c"),
                event("d-1", "d").withPayload(new byte[1_000]));
        assertThatThrownBy(() -> publisher.publish(List.copyOf(events))).hasMessageStartingWith("OWD-0274");
        assertThat(publisher.last().confirmed()).containsExactlyInAnyOrder("a-1", "c-1");
        assertThat(publisher.last().refused()).containsExactlyInAnyOrder("b-1", "d-1");
        assertThat(stored()).containsExactlyInAnyOrder("a-1", "c-1");
    }

    // ---- duplicates

    @Test
    void duplicateThatTheServerDoesNotShowIsNeitherPublishedNorRefused() throws Exception {
        Path own = Files.createDirectory(folder.resolve("mute"));
        try (NatsServer mute =
                        new NatsServer(own, "mappings { \"$JS.API.STREAM.MSG.GET.*\": \"elsewhere.$1\" }").start();
                HeardPublisher sender = publisher(Map.of("onceward.nats.servers", mute.url()));
                Connection elsewhere = mute.connect();
                LogLines log = new LogLines()) {
            mute.createStream(stream, stream + ".*");
            sender.publish(event("e-1", null));
            assertOutage(sender, event("e-1", null)); // nothing answers
            AtomicReference<String> answer = new AtomicReference<>();
            elsewhere
                    .createDispatcher(message -> {
                        if (answer.get() != null) {
                            elsewhere.publish(message.getReplyTo(), error(answer.get()));
                        }
                    })
                    .subscribe("elsewhere.*");
            elsewhere.flush(LONG);
            assertOutage(sender, event("e-1", null)); // the answer takes too long
            answer.set("{\"code\":503,\"err_code\":10008,\"description\":\"temporarily unavailable\"}");
            assertOutage(sender, event("e-1", null));
            answer.set("{\"code\":404,\"err_code\":10037,\"description\":\"no message found\"}");
            sender.publish(event("e-1", null));
            sender.requireNoOutage();
            assertThat(log.all()).isEmpty();
        }
    }

    private static byte[] error(String error) {
        return ("{\"type\":\"io.nats.jetstream.api.v1.stream_msg_get_response\",\"error\":" + error + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void assertOutage(HeardPublisher sender, Event event) {
        assertThatThrownBy(() -> sender.publish(event))
                .isNotInstanceOf(RefusedForeverException.class)
                .hasMessageStartingWith("OWD-0276");
        assertThatThrownBy(() -> sender.requireNoOutage()).hasMessageStartingWith("OWD-0276");
    }

    @Test
    void repeatedEventIsConfirmedAndStoredOnce() throws Exception {
        server.createStream(stream, subject);
        List<OutboxEvent> events = List.of(event("e-1", "a"), event("e-2", "a"), event("é %", "a"));
        publisher.publish(events);
        publisher.publish(events);
        publisher.publish(events.get(2));
        assertThat(stored()).containsExactly("e-1", "e-2", "é %");
    }

    @Test
    void otherEventWithTheSameIdIsRefusedAndNotTakenForADuplicate() throws Exception {
        server.createStream(stream, stream + ".*");
        publisher.publish(List.of(event("e-1", null)));
        Event other = Event.of("e-1", null, stream + ".other");
        assertThatThrownBy(() -> publisher.publish(other))
                .isInstanceOf(RefusedForeverException.class)
                .cause()
                .hasMessageStartingWith("OWD-0278")
                .hasMessageContaining("'" + stream + "'");
        server.send(subject, messageId("orders e-2"), "of another application");
        assertThatThrownBy(() -> publisher.publish(event("e-2", null))).cause().hasMessageStartingWith("OWD-0278");
    }

    private static Headers messageId(String id) {
        Headers headers = new Headers();
        headers.put("Nats-Msg-Id", id);
        return headers;
    }

    @Test
    void eventsOfTwoChannelsMayHaveTheSameId() throws Exception {
        server.createStream(stream, stream + ".*");
        publisher.publish(List.of(
                event("42", null),
                event("42", null).onChannel("invoices"),
                event("c", null).onChannel("a b"),
                event("b c", null).onChannel("a"),
                event("42", null).onChannel("orders%20"),
                event("42", null).onChannel("orders ")));
        assertThat(stored()).hasSize(6);
    }

    @Test
    void deletedMessageOfAnotherChannelHasNoEventWithTheSameIdDropped() throws Exception {
        server.createStream(StreamConfiguration.builder()
                .name(stream)
                .subjects(stream + ".>")
                .retentionPolicy(RetentionPolicy.WorkQueue));
        publisher.publish(List.of(event("42", null)));
        try (Connection connection = server.connect()) {
            JetStreamManagement management = connection.jetStreamManagement();
            connection
                    .jetStream()
                    .subscribe(
                            stream + ".>",
                            PullSubscribeOptions.builder().durable("worker").build())
                    .fetch(1, LONG)
                    .get(0)
                    .ackSync(LONG);
            assertThat(management.getStreamInfo(stream).getStreamState().getMsgCount())
                    .isZero();
            publisher.publish(Event.of("42", null, stream + ".invoices").onChannel("invoices"));
            assertThat(management.getStreamInfo(stream).getStreamState().getMsgCount())
                    .isEqualTo(1);
        }
    }

    @Test
    void duplicateOfADeletedMessageIsConfirmed() throws Exception {
        server.createStream(stream, subject);
        publisher.publish(List.of(event("e-1", null)));
        try (Connection connection = server.connect()) {
            connection.jetStreamManagement().deleteMessage(stream, 1);
        }
        assertThatCode(() -> publisher.publish(event("e-1", null))).doesNotThrowAnyException();
    }

    // ---- refusals

    @Test
    void subjectWithoutAStreamIsRefusedWithTheReason() {
        assertThatThrownBy(() -> publisher.publish(List.of(event("e-1", null)))).hasMessageStartingWith("OWD-0271");
        assertThatThrownBy(() -> publisher.publish(event("e-1", null)))
                .isNotInstanceOf(RefusedForeverException.class)
                .hasMessageStartingWith("OWD-0271")
                .hasMessageContaining("Core NATS without a stream confirms nothing");
        assertThatCode(() -> publisher.requireNoOutage()).doesNotThrowAnyException();
    }

    @Test
    void subscriberWithoutAStreamIsNoConfirmation() throws Exception {
        try (Connection subscriber = server.connect();
                HeardPublisher hasty = publisher(HASTY)) {
            subscriber.subscribe(subject);
            subscriber.flush(LONG);
            assertThatThrownBy(() -> hasty.publish(event("e-1", null))).hasMessageStartingWith("OWD-0277");
            assertThatCode(() -> hasty.requireNoOutage()).doesNotThrowAnyException();
        }
    }

    @Test
    void messageAboveThePayloadLimitIsRefusedAndTheConnectionStaysOpen() throws Exception {
        server.createStream(stream, subject);
        Event large = event("e-1", "a").withPayload(new byte[64 * 1024]);
        assertThatThrownBy(() -> publisher.publish(List.of(large, event("e-2", "b"))))
                .isInstanceOf(RefusedForeverException.class)
                .cause()
                .hasMessageStartingWith("OWD-0273");
        assertThatThrownBy(() -> publisher.publish(large))
                .isInstanceOf(RefusedForeverException.class)
                .cause()
                .hasMessageStartingWith("OWD-0273")
                .hasMessageContaining("65536");
        publisher.publish(event("e-2", "b"));
        assertThat(stored()).containsExactly("e-2");
    }

    @Test
    void rowsOfAnotherWriterThatNatsDoesNotAllowAreRefused() throws Exception {
        server.createStream(stream, subject);
        assertThatThrownBy(() -> publisher.publish(event("e-1", null).withHeaders(Map.of("a:b", "x"))))
                .isInstanceOf(RefusedForeverException.class)
                .cause()
                .hasMessageStartingWith("OWD-0275");
        assertThatThrownBy(() -> publisher.publish(event("e-1", null).withHeaders(Map.of("nats-Rollup", "all"))))
                .isInstanceOf(RefusedForeverException.class)
                .cause()
                .hasMessageStartingWith("OWD-0275");
        assertThatThrownBy(() -> NatsChannels.destinations().connection("nats:a b"))
                .hasMessageStartingWith("OWD-0267");
        assertThatThrownBy(() -> NatsChannels.destinations().connection("nats:$JS.API.STREAM.DELETE.x"))
                .hasMessageStartingWith("OWD-0267");
        publisher.publish(event("e-2", null).withHeaders(Map.of("x", "a\r\nNats-Msg-Id: y\r\n\r\nz")));
        assertThat(server.messages(stream)).hasSize(1);
        assertThat(server.messages(stream).get(0).getHeaders().get("Nats-Msg-Id"))
                .containsExactly("orders e-2");
    }

    // ---- authorization

    @Test
    void wrongPasswordIsAnOutageWithTheReason() {
        try (HeardPublisher refused =
                publisher(Map.of("onceward.nats.username", "app", "onceward.nats.password", "wrong"))) {
            assertThatThrownBy(() -> refused.publish(List.of(event("e-1", null))))
                    .hasMessageStartingWith("OWD-0269");
            assertThatThrownBy(() -> refused.requireNoOutage())
                    .hasMessageStartingWith("OWD-0269")
                    .hasMessageNotContaining("wrong");
        }
    }

    @Test
    void forbiddenSubjectIsRefusedAndNotTakenForAnOutage() throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "secret\n");
        try (HeardPublisher sender = publisher(Map.of(
                        "onceward.nats.username", "sender",
                        "onceward.nats.password-file", password.toString(),
                        "onceward.nats.ack-timeout", "PT60S"));
                LogLines log = new LogLines()) {
            server.createStream(stream, stream + ".*");
            long start = System.nanoTime();
            assertThatThrownBy(() -> sender.publish(event("e-1", null)))
                    .hasMessageStartingWith("OWD-0272")
                    .hasMessageContaining(subject);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(25));
            sender.publish(Event.of("e-2", null, stream + ".allowed"));
            sender.publish(Event.of("e-2", null, stream + ".allowed"));
            sender.publish(Event.of("e-2", null, stream + ".allowed"));
            assertThat(stored()).containsExactly("e-2");
            assertThat(log.all()).hasSize(1).first().asString().contains("OWD-1140", stream);
        }
    }

    @Test
    void permissionsOfThePageSuffice() throws Exception {
        server.createStream(stream, stream + ".*");
        try (HeardPublisher full =
                        publisher(Map.of("onceward.nats.username", "full", "onceward.nats.password", "secret"));
                LogLines log = new LogLines()) {
            full.publish(event("e-1", null));
            full.publish(event("e-1", null));
            server.send(subject, messageId("orders e-2"), "of another application");
            assertThatThrownBy(() -> full.publish(event("e-2", null))).cause().hasMessageStartingWith("OWD-0278");
            full.requireNoOutage();
            assertThat(log.all()).isEmpty();
        }
    }

    @Test
    void userWhoMayNotReadAnAcknowledgementIsRefused() throws Exception {
        server.createStream(stream, subject);
        try (HeardPublisher deaf = publisher(Map.of(
                "onceward.nats.username", "deaf",
                "onceward.nats.password", "secret",
                "onceward.nats.ack-timeout", "PT1S"))) {
            assertThatThrownBy(() -> deaf.publish(event("e-1", null))).hasMessageMatching("(?s)OWD-027[27].*");
        }
    }

    // ---- outages

    @Test
    void streamThatDoesNotAnswerIsAnOutage() throws Exception {
        Path own = Files.createDirectory(folder.resolve("leaderless"));
        try (NatsServer leaderless =
                        new NatsServer(own, "mappings { \"" + subject + "\": \"" + stream + "-elsewhere\" }").start();
                HeardPublisher sender = publisher(Map.of("onceward.nats.servers", leaderless.url()));
                HeardPublisher hasty = publisher(
                        Map.of("onceward.nats.servers", leaderless.url(), "onceward.nats.ack-timeout", "PT1S"));
                Connection elsewhere = leaderless.connect()) {
            leaderless.createStream(stream, stream + ".*");
            assertOutage(sender, event("e-1", null)); // no responders
            sender.publish(Event.of("e-2", null, stream + ".other"));
            elsewhere.subscribe(stream + "-elsewhere");
            elsewhere.flush(LONG);
            assertOutage(hasty, event("e-1", null)); // no acknowledgement
        }
    }

    @Test
    void subjectWhoseStreamTheServersDoNotNameIsAnOutage() throws Exception {
        Path own = Files.createDirectory(folder.resolve("nameless"));
        try (NatsServer nameless = new NatsServer(own, "mappings { \"$JS.API.STREAM.NAMES\": \"elsewhere\" }").start();
                HeardPublisher sender = publisher(Map.of("onceward.nats.servers", nameless.url()))) {
            assertOutage(sender, event("e-1", null));
        }
    }

    @Test
    void streamOfADeadServerOfAClusterIsAnOutageAndTheOthersAreAvailable() throws Exception {
        try (NatsCluster cluster = new NatsCluster(Files.createDirectory(folder.resolve("cluster"))).start()) {
            String leader = cluster.createStream(stream, subject);
            NatsServer dead = cluster.server(leader);
            try (HeardPublisher sender = publisher(Map.of(
                    "onceward.nats.servers", cluster.urlsWithout(leader), "onceward.nats.ack-timeout", "PT5S"))) {
                sender.publish(event("e-1", "a"));
                dead.kill();
                Await.until("an outage", () -> isOutage(sender));
                assertOutage(sender, event("e-2", "a"));
                dead.start();
                Await.until("the stream", () -> !isOutage(sender));
                sender.publish(List.of(event("e-2", "a")));
                assertThatCode(() -> sender.requireNoOutage()).doesNotThrowAnyException();
            }
            assertThat(dead.messages(stream)).hasSize(2);
        }
    }

    private static boolean publishes(HeardPublisher sender, List<OutboxEvent> events) {
        try {
            sender.publish(events);
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    @Test
    void streamThatDoesNotAnswerTurnsNoRefusalOfAnotherStreamIntoAnOutage() throws Exception {
        try (NatsCluster cluster = new NatsCluster(Files.createDirectory(folder.resolve("two-streams"))).start()) {
            String leader = cluster.createStream(stream, subject);
            cluster.createStreamElsewhere(stream + "B", stream + ".large", leader);
            Event large = Event.of("e-2", "b", stream + ".large").withPayload(new byte[64 * 1024]);
            try (HeardPublisher sender = publisher(Map.of("onceward.nats.servers", cluster.urlsWithout(leader)))) {
                sender.publish(event("e-1", "a"));
                sender.publish(Event.of("e-1", "b", stream + ".large"));
                cluster.server(leader).kill();
                Await.until("an outage", () -> isOutage(sender));
                Await.until("the cluster without the server", () -> isReachable(sender, large));
                assertRefused(sender, large);
                assertOutage(sender, event("e-1", "a"));
                assertRefused(sender, large);
            }
        }
    }

    private static boolean isReachable(HeardPublisher sender, Event refused) {
        assertThatThrownBy(() -> sender.publish(refused)).isInstanceOf(RefusedForeverException.class);
        try {
            sender.requireNoOutage();
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    private static void assertRefused(HeardPublisher sender, Event event) {
        assertThatThrownBy(() -> sender.publish(event))
                .isInstanceOf(RefusedForeverException.class)
                .cause()
                .hasMessageStartingWith("OWD-0273");
        assertThatCode(() -> sender.requireNoOutage()).doesNotThrowAnyException();
    }

    /** Never a refusal. */
    private boolean isOutage(HeardPublisher sender) {
        try {
            sender.publish(event("e-1", "a"));
            return false;
        } catch (Exception e) {
            assertThatThrownBy(() -> sender.requireNoOutage()).as("after %s", e).isNotNull();
            return true;
        }
    }

    @Test
    void closedPublisherDoesNotConnect() {
        publisher.close();
        assertThatThrownBy(() -> publisher.publish(List.of(event("e-1", null)))).hasMessageContaining("closed");
        assertThatThrownBy(() -> publisher.requireNoOutage()).hasMessageContaining("closed");
    }

    @Test
    void crashLosesNoConfirmedEventAndRepeatsNone() throws Exception {
        Path own = Files.createDirectory(folder.resolve("crash"));
        try (NatsServer crashing = new NatsServer(own).start();
                HeardPublisher sender = NatsChannels.publisher(
                        Map.of("onceward.nats.servers", crashing.url(), "onceward.nats.ack-timeout", "PT10S"))) {
            crashing.createStream(stream, subject);
            Set<String> confirmed = java.util.concurrent.ConcurrentHashMap.newKeySet();
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                for (int batch = 0; batch < 100_000 && !Thread.currentThread().isInterrupted(); batch++) {
                    String key = "k" + batch % 5;
                    List<OutboxEvent> events = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        events.add(event(batch + "-" + i, key));
                    }
                    try {
                        sender.publish(events);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                    events.forEach(event -> confirmed.add(event.id()));
                }
            });
            Await.until("confirmed events", () -> confirmed.size() > 200);
            crashing.kill();
            assertThatThrownBy(sending::get).isInstanceOf(ExecutionException.class);
            assertThatThrownBy(() -> sender.requireNoOutage()).isNotNull();
            int batches = confirmed.size() / 20;
            crashing.start();
            List<OutboxEvent> again = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                again.add(event(batches + "-" + i, "k" + batches % 5));
            }
            Await.until("the same events again", () -> publishes(sender, again));
            sender.requireNoOutage();
            List<String> stored = crashing.messages(stream).stream()
                    .map(message -> new String(message.getData(), StandardCharsets.UTF_8))
                    .toList();
            assertThat(stored)
                    .containsAll(confirmed)
                    .doesNotHaveDuplicates()
                    .endsWith(again.stream().map(OutboxEvent::id).toArray(String[]::new));
        }
    }

    @Test
    void silentServerIsAnOutageWithinBounds() throws Exception {
        Path own = Files.createDirectory(folder.resolve("silent"));
        try (NatsServer silent = new NatsServer(own).start();
                HeardPublisher sender = NatsChannels.publisher(
                        Map.of("onceward.nats.servers", silent.url(), "onceward.nats.ack-timeout", "PT1S"))) {
            silent.createStream(stream, subject);
            Await.until("an event", () -> publishes(sender, List.of(event("e-1", "a"))));
            silent.suspend();
            long start = System.nanoTime();
            assertThatThrownBy(() -> sender.publish(List.of(event("e-2", "a"), event("e-3", "a"))))
                    .hasMessageStartingWith("OWD-0276");
            assertThatThrownBy(() -> sender.requireNoOutage()).isNotNull();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONG);
            silent.resume();
            Await.until(
                    "the same events again", () -> publishes(sender, List.of(event("e-2", "a"), event("e-3", "a"))));
            assertThat(silent.messages(stream)).hasSize(3);
        }
    }

    @Test
    void closingWhileTheServerIsSilentIsBoundedAndEndsTheThreads() throws Exception {
        Path own = Files.createDirectory(folder.resolve("closing"));
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (NatsServer silent = new NatsServer(own).start()) {
            HeardPublisher sender = publisher(Map.of("onceward.nats.servers", silent.url()));
            silent.createStream(stream, subject);
            sender.publish(List.of(event("e-1", "a")));
            silent.suspend();
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                try {
                    sender.publish(List.of(event("e-2", "a")));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            long start = System.nanoTime();
            sender.close();
            assertThatThrownBy(sending::get).isInstanceOf(ExecutionException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONG);
            Await.until("no thread of the client", () -> threads(before).isEmpty());
        }
    }

    private static List<String> threads(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread) && thread.isAlive())
                .map(Thread::getName)
                .filter(name ->
                        Stream.of("nats", "pool-").anyMatch(name.toLowerCase(java.util.Locale.ROOT)::startsWith))
                .toList();
    }
}
