// SPDX-License-Identifier: Apache-2.0
package io.oncebox.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.impl.Headers;
import io.oncebox.api.EventFilter;
import io.oncebox.api.InboxMetadata;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.fixture.Await;
import io.oncebox.fixture.LogLines;
import io.oncebox.fixture.MemoryDatabase;
import io.oncebox.standalone.Oncebox;
import io.oncebox.standalone.OnceboxBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application in a plain JVM that records events for NATS, and handles messages from NATS. */
class NatsEngineTest {

    @TempDir
    private Path folder;

    private final String stream = "S" + UUID.randomUUID().toString().replace("-", "");
    private final List<String> handled = Collections.synchronizedList(new ArrayList<>());
    private final List<InboxMetadata> metadata = Collections.synchronizedList(new ArrayList<>());
    private NatsServer server;
    private MemoryDatabase database;
    private Oncebox oncebox;

    @BeforeEach
    void open() throws Exception {
        NatsServer.assumeInstalled();
        server = new NatsServer(folder).start();
        server.createStream(stream, stream + ".>");
        database = new MemoryDatabase();
    }

    @AfterEach
    void close() {
        if (oncebox != null) {
            oncebox.close();
        }
        if (database != null) {
            database.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private String out(String setting) {
        return "mp.messaging.outgoing.orders." + setting;
    }

    private String in(String setting) {
        return "mp.messaging.incoming.letters." + setting;
    }

    private OnceboxBuilder builder(Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "oncebox.schema",
                "create",
                "oncebox.broker",
                "nats",
                "oncebox.relay.polling-interval",
                "PT0.05S",
                "oncebox.nats.servers",
                server.url(),
                "oncebox.nats.ack-timeout",
                "PT1S",
                out("destination"),
                stream + ".orders"));
        configuration.putAll(more);
        return Oncebox.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(database.pool())
                .configuration(configuration);
    }

    private void record(String payload, OutboxMetadata with) throws Exception {
        MemoryDatabase.inTransaction(() -> oncebox.outbox().record("orders", payload, with));
    }

    private static OutboxMetadata key(String key) {
        return OutboxMetadata.none().withKey(key);
    }

    private List<String> published() throws Exception {
        return server.messages(stream).stream()
                .map(message -> new String(message.getData(), StandardCharsets.UTF_8))
                .toList();
    }

    private void awaitEmptyOutbox() throws InterruptedException {
        Await.until("an empty outbox", () -> database.rows("oncebox_outbox") == 0);
    }

    @Test
    void recordedEventReachesAHandlerOfAnotherChannelOnce() throws Exception {
        oncebox = builder(Map.of(in("destination"), stream + ".orders", in("consumer"), "post"))
                .handle("letters", "post", String.class, this::handle)
                .start();
        OutboxMetadata with = key("Größe 1").withHeader("tenant", "Zoë & Söhne");
        record("placed", with.withId("e-1"));
        awaitEmptyOutbox();
        Await.until("a handled message", () -> !handled.isEmpty());
        Headers again = new Headers();
        again.put("oncebox_id", "e-1");
        server.send(stream + ".orders", again, "placed");
        again.put("oncebox_id", "e-2");
        server.send(stream + ".orders", again, "last");
        Await.until("the last message", () -> handled.contains("last"));
        assertThat(handled).containsExactly("placed", "last");
        assertThat(metadata.get(0).id()).isEqualTo("e-1");
        assertThat(metadata.get(0).key()).isEqualTo("Größe 1");
        assertThat(metadata.get(0).headers()).containsEntry("tenant", "Zoë & Söhne");
    }

    private void handle(String payload, InboxMetadata received) {
        metadata.add(received);
        handled.add(payload);
    }

    @Test
    void outageKeepsEventsAndTheirOrder() throws Exception {
        oncebox = builder(Map.of()).start();
        record("a-1", key("a"));
        awaitEmptyOutbox();
        try (LogLines log = new LogLines()) {
            server.kill();
            for (int i = 2; i <= 5; i++) {
                record("a-" + i, key("a"));
                record("b-" + i, key("b"));
            }
            Await.until("an outage in the log", () -> log.all().stream()
                    .anyMatch(text -> text.contains("OBX-1010") && text.contains("NATS " + server.url())));
        }
        server.start();
        awaitEmptyOutbox();
        assertThat(published())
                .hasSize(9)
                .filteredOn(text -> text.startsWith("a"))
                .containsExactly("a-1", "a-2", "a-3", "a-4", "a-5");
        assertThat(database.number("SELECT COUNT(*) FROM oncebox_outbox WHERE state = 'PARKED'"))
                .isZero();
    }

    @Test
    void manyEventsOfAKeyArePublishedThoughTheyTakeLongerThanTheTimeoutOfABatch() throws Exception {
        try (SlowWire wire = new SlowWire(server.port(), Duration.ofMillis(30))) {
            oncebox = builder(Map.of("oncebox.nats.servers", wire.url(), "oncebox.relay.send-timeout", "PT6S"))
                    .start();
            MemoryDatabase.inTransaction(() -> {
                for (int i = 0; i < 350; i++) {
                    oncebox.outbox().record("orders", "a-" + i, key("a"));
                }
                return null;
            });
            awaitEmptyOutbox();
        }
        assertThat(published())
                .containsExactlyElementsOf(
                        IntStream.range(0, 350).mapToObj(i -> "a-" + i).toList());
    }

    @Test
    void refusedEventIsParkedWithTheReasonAndTheOthersArePublished() throws Exception {
        oncebox = builder(Map.of()).start();
        record("x".repeat(70_000), key("large"));
        record("fine", key("small"));
        Await.until("a parked event", () -> parked() == 1);
        awaitPublished("fine");
        assertThat(oncebox.outboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events()
                        .get(0)
                        .error())
                .contains("OBX-0273", "65536");
    }

    @Test
    void refusedEventIsParkedWhileTheStreamOfAnotherChannelDoesNotAnswer() throws Exception {
        Path own = Files.createDirectory(folder.resolve("leaderless"));
        try (NatsServer leaderless =
                new NatsServer(own, "mappings { \"" + stream + ".orders\": \"elsewhere\" }").start()) {
            leaderless.createStream(stream, stream + ".orders");
            leaderless.createStream(stream + "B", stream + ".large");
            oncebox = builder(Map.of(
                            "oncebox.nats.servers",
                            leaderless.url(),
                            "mp.messaging.outgoing.large.destination",
                            stream + ".large"))
                    .start();
            try (LogLines log = new LogLines()) {
                record("pending", key("a"));
                Await.until("an outage in the log", () -> log.all().stream()
                        .anyMatch(text -> text.contains("OBX-1010") && text.contains("OBX-0276")));
            }
            MemoryDatabase.inTransaction(() -> oncebox.outbox().record("large", "x".repeat(70_000), key("b")));
            MemoryDatabase.inTransaction(() -> oncebox.outbox().record("large", "fine", key("c")));
            Await.until("a parked event", () -> parked() == 1);
            Await.until("the pending and the parked event", () -> database.rows("oncebox_outbox") == 2);
            assertThat(leaderless.messages(stream + "B")).hasSize(1);
            assertThat(leaderless.messages(stream)).isEmpty();
            assertThat(oncebox.outboxAdmin()
                            .find(EventFilter.all().parked(), null, 10)
                            .events()
                            .get(0)
                            .error())
                    .contains("OBX-0273");
        }
    }

    private void awaitPublished(String text) throws Exception {
        Await.until("a row less", () -> database.rows("oncebox_outbox") == 1);
        assertThat(published()).containsExactly(text);
    }

    private int parked() {
        return database.number("SELECT COUNT(*) FROM oncebox_outbox WHERE state = 'PARKED'");
    }

    @Test
    void messageThatCouldNotBeStoredIsRedeliveredWhenTheDatabaseIsBack() throws Exception {
        oncebox = builder(Map.of(in("destination"), stream + ".letters", in("consumer"), "post"))
                .handle("letters", "post", String.class, this::handle)
                .start();
        server.send(stream + ".letters", null, "first");
        Await.until("the first message", () -> handled.size() == 1);
        database.sql("ALTER TABLE oncebox_inbox_message RENAME TO away");
        for (int i = 1; i <= 4; i++) {
            Headers headers = new Headers();
            headers.put("oncebox_id", "m-" + i);
            headers.put("oncebox_key", "k");
            server.send(stream + ".letters", headers, "m-" + i);
        }
        Await.until("a failed attempt", this::hasFailed);
        database.sql("ALTER TABLE away RENAME TO oncebox_inbox_message");
        Await.until("the other messages", () -> handled.size() == 5);
        assertThat(handled).containsExactly("first", "m-1", "m-2", "m-3", "m-4");
    }

    private boolean hasFailed() {
        try (var connection = server.connect()) {
            return connection
                            .jetStreamManagement()
                            .getConsumerInfo(stream, "post")
                            .getDelivered()
                            .getConsumerSequence()
                    > 1;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void unknownAndContradictorySettingsAreRefused() throws Exception {
        assertThatThrownBy(() -> builder(Map.of("oncebox.nats.server", "x")).start())
                .hasMessageStartingWith("OBX-0006")
                .hasMessageContaining("Did you mean oncebox.nats.servers?");
        assertThatThrownBy(() -> builder(Map.of("oncebox.nats.client.reconnect.max", "5"))
                        .start())
                .hasMessageStartingWith("OBX-0006");
        assertThatThrownBy(() -> builder(Map.of(out("destination"), "orders.*")).start())
                .hasMessageStartingWith("OBX-0265")
                .hasMessageContaining(out("destination"));
        oncebox = builder(Map.of()).start();
        assertThatThrownBy(() -> record("x", OutboxMetadata.none().withHeader("Nats-Msg-Id", "y")))
                .hasMessageStartingWith("OBX-0045");
    }

    @Test
    void threadsOfTheClientEndWithTheEngine() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        oncebox = builder(Map.of(in("destination"), stream + ".letters", in("consumer"), "post"))
                .handle("letters", "post", String.class, this::handle)
                .start();
        record("placed", key("a"));
        awaitEmptyOutbox();
        server.send(stream + ".letters", null, "first");
        Await.until("a message", () -> handled.size() == 1);
        assertThat(clientThreads(before)).isNotEmpty();
        oncebox.close();
        oncebox = null;
        Await.until("no thread of the client", () -> clientThreads(before).isEmpty());
    }

    private static List<String> clientThreads(Set<Thread> before) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> !before.contains(entry.getKey()))
                .filter(entry ->
                        entry.getKey().getName().toLowerCase(Locale.ROOT).contains("nats")
                                || List.of(entry.getValue()).toString().contains("io.nats"))
                .map(entry -> entry.getKey().getName())
                .toList();
    }
}
