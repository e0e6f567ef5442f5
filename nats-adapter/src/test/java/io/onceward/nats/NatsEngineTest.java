// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.fixture.NatsBroker;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases of NATS alone, in an application in a plain JVM. {@link NatsContractTest} has those of all brokers. */
class NatsEngineTest {

    @TempDir
    private Path folder;

    private final String stream = "S" + UUID.randomUUID().toString().replace("-", "");
    private NatsServer server;
    private MemoryDatabase database;
    private Onceward onceward;

    @BeforeEach
    void open() throws Exception {
        NatsBroker.requireInstalled();
        server = new NatsServer(folder).start();
        server.createStream(stream, stream + ".>");
        database = new MemoryDatabase();
    }

    @AfterEach
    void close() {
        if (onceward != null) {
            onceward.close();
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

    private OncewardBuilder builder(Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "onceward.schema",
                "create",
                "onceward.broker",
                "nats",
                "onceward.relay.polling-interval",
                "PT0.05S",
                "onceward.nats.servers",
                server.url(),
                "onceward.nats.ack-timeout",
                "PT1S",
                out("destination"),
                stream + ".orders"));
        configuration.putAll(more);
        return Onceward.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(database.pool())
                .configuration(configuration);
    }

    private void record(String payload, OutboxMetadata with) throws Exception {
        MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", payload, with));
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
        Await.until("an empty outbox", () -> database.rows("onceward_outbox") == 0);
    }

    @Test
    void manyEventsOfAKeyArePublishedThoughTheyTakeLongerThanTheTimeoutOfABatch() throws Exception {
        try (SlowWire wire = new SlowWire(server.port(), Duration.ofMillis(30))) {
            onceward = builder(Map.of("onceward.nats.servers", wire.url(), "onceward.relay.send-timeout", "PT6S"))
                    .start();
            MemoryDatabase.inTransaction(() -> {
                for (int i = 0; i < 350; i++) {
                    onceward.outbox().record("orders", "a-" + i, key("a"));
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
    void refusedEventIsParkedWhileTheStreamOfAnotherChannelDoesNotAnswer() throws Exception {
        Path own = Files.createDirectory(folder.resolve("leaderless"));
        try (NatsServer leaderless =
                new NatsServer(own, "mappings { \"" + stream + ".orders\": \"elsewhere\" }").start()) {
            leaderless.createStream(stream, stream + ".orders");
            leaderless.createStream(stream + "B", stream + ".large");
            onceward = builder(Map.of(
                            "onceward.nats.servers",
                            leaderless.url(),
                            "mp.messaging.outgoing.large.destination",
                            stream + ".large"))
                    .start();
            try (LogLines log = new LogLines()) {
                record("pending", key("a"));
                Await.until("an outage in the log", () -> log.all().stream()
                        .anyMatch(text -> text.contains("OWD-1010") && text.contains("OWD-0276")));
            }
            MemoryDatabase.inTransaction(() -> onceward.outbox().record("large", "x".repeat(70_000), key("b")));
            MemoryDatabase.inTransaction(() -> onceward.outbox().record("large", "fine", key("c")));
            Await.until("a parked event", () -> parked() == 1);
            Await.until("the pending and the parked event", () -> database.rows("onceward_outbox") == 2);
            assertThat(leaderless.messages(stream + "B")).hasSize(1);
            assertThat(leaderless.messages(stream)).isEmpty();
            assertThat(onceward.outboxAdmin()
                            .find(EventFilter.all().parked(), null, 10)
                            .events()
                            .get(0)
                            .error())
                    .contains("OWD-0273");
        }
    }

    private int parked() {
        return database.number("SELECT COUNT(*) FROM onceward_outbox WHERE state = 'PARKED'");
    }

    @Test
    void unknownAndContradictorySettingsAreRefused() throws Exception {
        assertThatThrownBy(() -> builder(Map.of("onceward.nats.server", "x")).start())
                .hasMessageStartingWith("OWD-0006")
                .hasMessageContaining("Did you mean onceward.nats.servers?");
        assertThatThrownBy(() -> builder(Map.of("onceward.nats.client.reconnect.max", "5"))
                        .start())
                .hasMessageStartingWith("OWD-0006");
        assertThatThrownBy(() -> builder(Map.of(out("destination"), "orders.*")).start())
                .hasMessageStartingWith("OWD-0265")
                .hasMessageContaining(out("destination"));
        onceward = builder(Map.of()).start();
        assertThatThrownBy(() -> record("x", OutboxMetadata.none().withHeader("Nats-Msg-Id", "y")))
                .hasMessageStartingWith("OWD-0045");
    }

    /** The server divides the messages between the two channels. */
    @ParameterizedTest
    @ValueSource(strings = {"ack-wait=PT10S", "stream=", "consumer=shop"})
    void channelsOfOneConsumerAreRefused(String setting) {
        assertThatThrownBy(() -> twoChannels(setting.replaceFirst("stream=", "stream=" + stream)))
                .hasMessageStartingWith("OWD-0103")
                .hasMessageContaining("'arrivals' and 'returns'")
                .hasMessageContaining(stream + ".orders");
    }

    @ParameterizedTest
    @ValueSource(strings = {"consumer=other", "destination=elsewhere"})
    void channelsOfDifferentConsumersAreNotRefused(String setting) {
        twoChannels(setting);
    }

    @Test
    void channelsOfDifferentStreamsAreNotRefused() {
        twoChannels("stream=OTHER", "mp.messaging.incoming.arrivals.stream=" + stream);
    }

    private void twoChannels(String settingOfReturns, String... more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "mp.messaging.incoming.arrivals.destination",
                stream + ".orders",
                "mp.messaging.incoming.arrivals.consumer",
                "shop",
                "mp.messaging.incoming.returns.destination",
                stream + ".orders",
                "mp.messaging.incoming.returns.consumer",
                "shop"));
        for (String setting : more) {
            settings.put(setting.split("=")[0], setting.split("=")[1]);
        }
        settings.put(
                "mp.messaging.incoming.returns." + settingOfReturns.split("=")[0],
                settingOfReturns.split("=")[1]);
        onceward = builder(settings)
                .handle("arrivals", "billing", String.class, (payload, received) -> {})
                .handle("returns", "shipping", String.class, (payload, received) -> {})
                .start();
    }
}
