// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.impl.Headers;
import io.onceward.fixture.Await;
import io.onceward.fixture.NatsBroker;
import io.onceward.fixture.OnlyWithAllServers;
import io.onceward.spi.MessageIdentity.Identity;
import io.onceward.spi.MessageSource;
import io.onceward.spi.MessageSource.UnstorableException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Receiving from a real server. */
@OnlyWithAllServers
class NatsSourceTest {

    /** For messages that arrive: receiving ends with the first one. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** For messages that do not arrive, and in loops. */
    private static final Duration BRIEF = Duration.ofSeconds(1);

    private static final String IN = "mp.messaging.incoming.c.";

    @TempDir
    private static Path folder;

    private static NatsServer server;

    private final String stream = "S" + UUID.randomUUID().toString().replace("-", "");
    private final String subject = stream + ".orders";
    private final List<String> stored = new ArrayList<>();
    private final List<Message> messages = new ArrayList<>();
    private MessageSource source;

    @BeforeAll
    static void startServer() throws Exception {
        NatsBroker.requireInstalled();
        server = new NatsServer(
                        folder,
                        "authorization { users = [",
                        "  { user: app, password: secret }",
                        "  { user: receiver, password: secret, permissions: {",
                        "    publish: [\"$JS.API.STREAM.NAMES\", \"$JS.API.CONSUMER.*.>\", \"$JS.ACK.>\"]",
                        "    subscribe: [\"_INBOX.>\"] } }",
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
        source = source(server);
    }

    @AfterEach
    void close() {
        source.close();
    }

    private static MessageSource source(NatsServer from) {
        return NatsChannels.ADAPTER
                .source(NatsChannels.context(Map.of("onceward.nats.servers", from.url())))
                .orElseThrow();
    }

    private String origin(String... more) {
        Map<String, String> settings = new HashMap<>(Map.of(IN + "destination", subject, IN + "consumer", "billing"));
        for (int i = 0; i < more.length; i += 2) {
            settings.put(IN + more[i], more[i + 1]);
        }
        return source.origin(NatsChannels.incoming(settings));
    }

    private int receive(int limit) throws Exception {
        return source.receive(origin(), limit, PATIENCE, this::store);
    }

    private void assertNothingToReceive(MessageSource from) throws Exception {
        assertThat(from.receive(origin(), 10, BRIEF, this::store)).isZero();
    }

    /** Receives until a number of messages is stored: a request may end before the server has sent all that it has. */
    private void receiveUntil(int total, int limit) throws Exception {
        Await.until(total + " messages", () -> stored.size() >= total, () -> receiveUpTo(limit, limit));
    }

    private void receiveUpTo(int limit, int most) {
        try {
            assertThat(source.receive(origin(), limit, BRIEF, this::store)).isLessThanOrEqualTo(most);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void receiveDespiteFailures(MessageSource from) {
        try {
            from.receive(origin(), 10, BRIEF, this::store);
        } catch (Exception e) {
            // the next attempt may succeed
        }
    }

    private void store(List<?> received) {
        for (Object one : received) {
            Message message = (Message) one;
            messages.add(message);
            stored.add(new String(message.getData(), StandardCharsets.UTF_8));
        }
    }

    private void send(String text) throws Exception {
        server.send(subject, null, text);
    }

    private ConsumerInfo consumer() throws Exception {
        try (Connection connection = server.connect()) {
            return connection.jetStreamManagement().getConsumerInfo(stream, "billing");
        }
    }

    @Test
    void availableMessagesAreReceivedInOrderAndAcknowledged() throws Exception {
        server.createStream(stream, subject);
        for (int i = 0; i < 5; i++) {
            send("m-" + i);
        }
        receiveUntil(5, 3);
        assertThat(stored).containsExactly("m-0", "m-1", "m-2", "m-3", "m-4");
        assertNothingToReceive(source);
        Await.until("acknowledgements", () -> acknowledged() == 5);
    }

    private long acknowledged() {
        try {
            return consumer().getAckFloor().getStreamSequence();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void availableMessagesAreNotWaitedFor() throws Exception {
        server.createStream(stream, subject);
        assertNothingToReceive(source);
        send("m-1");
        send("m-2");
        long start = System.nanoTime();
        while (stored.size() < 2) {
            source.receive(origin(), 500, Duration.ofSeconds(30), this::store);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(25));
    }

    @Test
    void firstMessageIsAwaited() throws Exception {
        server.createStream(stream, subject);
        CompletableFuture<Integer> receiving = CompletableFuture.supplyAsync(() -> {
            try {
                return source.receive(origin(), 10, Duration.ofSeconds(30), this::store);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Await.until("a consumer that waits", () -> waiting() == 1);
        send("m-1");
        assertThat(receiving.get()).isEqualTo(1);
    }

    private long waiting() {
        try {
            return consumer().getNumWaiting();
        } catch (Exception e) {
            return 0; // it is not yet created
        }
    }

    @Test
    void messagesThatWereNotStoredAreRedeliveredInOrderAndBeforeLaterOnes() throws Exception {
        server.createStream(stream, subject);
        for (int i = 0; i < 6; i++) {
            send("m-" + i);
        }
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> source.receive(origin(), 3, PATIENCE, received -> {
                        throw new IllegalStateException("no database");
                    }))
                    .hasMessage("no database");
        }
        receiveUntil(6, 1);
        assertThat(stored).containsExactly("m-0", "m-1", "m-2", "m-3", "m-4", "m-5");
    }

    @Test
    void noFailureLetsALaterMessageOvertake() throws Exception {
        server.createStream(stream, subject);
        for (int i = 0; i < 6; i++) {
            send("m-" + i);
        }
        for (int attempt = 0; attempt < 8; attempt++) {
            assertThatThrownBy(() -> source.receive(origin(), 4, PATIENCE, NatsSourceTest::fail))
                    .hasMessage("no database");
            assertThatThrownBy(() -> source.receive(origin(), 1, PATIENCE, NatsSourceTest::fail))
                    .hasMessage("no database");
        }
        Await.until("all messages", () -> stored.size() == 6, () -> receiveUpTo(stored.size() + 1, 6));
        assertThat(stored).containsExactly("m-0", "m-1", "m-2", "m-3", "m-4", "m-5");
    }

    private static void fail(List<?> received) {
        throw new IllegalStateException("no database");
    }

    @Test
    void messageThatIsStoredAfterTheAckWaitIsStoredFirstAndAcknowledged() throws Exception {
        server.createStream(stream, subject);
        send("m-0");
        send("m-1");
        assertThatThrownBy(() -> source.receive(origin("ack-wait", "PT0.5S"), 10, PATIENCE, NatsSourceTest::fail))
                .hasMessage("no database");
        long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        Await.until("the end of the ack wait", () -> System.nanoTime() - end > 0);
        send("m-2");
        Await.until("all acknowledgements", () -> acknowledged() == 3, () -> receiveWith(source, "PT0.5S"));
        assertThat(stored.stream().distinct()).containsExactly("m-0", "m-1", "m-2");
        assertThat(consumer().getNumAckPending()).isZero();
    }

    private void receiveWith(MessageSource from, String ackWait) {
        try {
            from.receive(origin("ack-wait", ackWait), 10, BRIEF, this::store);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void closingReturnsTheMessagesThatWereNotStored() throws Exception {
        server.createStream(stream, subject);
        for (int i = 0; i < 4; i++) {
            send("m-" + i);
        }
        assertThatThrownBy(() -> source.receive(origin("ack-wait", "PT5M"), 10, PATIENCE, NatsSourceTest::fail))
                .hasMessage("no database");
        source.close();
        try (MessageSource next = source(server)) {
            Await.until("the messages again", () -> stored.size() == 4, () -> receiveWith(next, "PT5M"));
        }
        assertThat(stored).containsExactly("m-0", "m-1", "m-2", "m-3");
    }

    @Test
    void messageThatCanNeverBeStoredHoldsUpNoOtherAndIsNotLost() throws Exception {
        server.createStream(stream, subject);
        send("poison");
        send("fine");
        MessageSource.Sink sink = received -> {
            if (new String(((Message) received.get(0)).getData(), StandardCharsets.UTF_8).equals("poison")) {
                throw new UnstorableException(new IllegalStateException("poison"));
            }
            store(received);
        };
        Await.until("the other message", () -> !stored.isEmpty(), () -> receiveOrFail(sink));
        assertThat(stored).containsExactly("fine");
        assertThat(consumer().getNumAckPending() + consumer().getNumPending()).isEqualTo(1);
    }

    private void receiveOrFail(MessageSource.Sink sink) {
        try {
            source.receive(origin(), 1, BRIEF, sink);
        } catch (Exception e) {
            assertThat(e).isInstanceOf(UnstorableException.class);
        }
    }

    @Test
    void largeMessagesAreReceived() throws Exception {
        Path own = Files.createDirectory(folder.resolve("large"));
        try (NatsServer large = new NatsServer(own, "max_payload: 12MB").start();
                MessageSource from = source(large)) {
            large.createStream(stream, subject);
            for (int i = 0; i < 2; i++) {
                large.send(subject, null, "x".repeat(9 << 20));
            }
            large.send(subject, null, "small");
            Await.until("the messages", () -> stored.size() >= 3, () -> receiveDespiteFailures(from));
            assertThat(stored).extracting(String::length).containsExactly(9 << 20, 9 << 20, 5);
        }
    }

    @Test
    void placeInTheStreamIsTheIdentityOfASending() throws Exception {
        server.createStream(stream, subject);
        send("m-1");
        receive(1);
        Identity identity = new NatsMessageIdentity().of(messages.get(0)).orElseThrow();
        assertThat(identity.isTransportId()).isTrue();
        assertThat(identity.value()).startsWith("stream " + stream + " 1 20");
    }

    @Test
    void permissionsOfThePageSuffice() throws Exception {
        server.createStream(stream, subject);
        send("m-1");
        try (MessageSource receiver = NatsChannels.ADAPTER
                .source(NatsChannels.context(Map.of(
                        "onceward.nats.servers", server.url(),
                        "onceward.nats.username", "receiver",
                        "onceward.nats.password", "secret")))
                .orElseThrow()) {
            assertThat(receiver.receive(origin(), 10, PATIENCE, this::store)).isEqualTo(1);
            assertNothingToReceive(receiver);
        }
        Await.until("an acknowledgement", () -> acknowledged() == 1);
    }

    @Test
    void consumerThatDeliversOneMessageAtATimeIsNotSlow() throws Exception {
        server.createStream(stream, subject);
        try (Connection connection = server.connect()) {
            connection
                    .jetStreamManagement()
                    .addOrUpdateConsumer(
                            stream,
                            ConsumerConfiguration.builder()
                                    .durable("billing")
                                    .filterSubject(subject)
                                    .ackPolicy(AckPolicy.Explicit)
                                    .maxAckPending(1)
                                    .build());
        }
        for (int i = 0; i < 5; i++) {
            send("m-" + i);
        }
        long start = System.nanoTime();
        while (stored.size() < 5) {
            receive(100);
        }
        assertThat(stored).containsExactly("m-0", "m-1", "m-2", "m-3", "m-4");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    }

    // ---- hostile messages

    @Test
    void headersThatTheClientCanNotReadStopNothing() throws Exception {
        server.createStream(stream, subject);
        Headers good = new Headers();
        good.put("onceward_id", "good");
        RawMessage.send(server, subject, "\r\nname: Müller\r\nx: y\r\n\r\n".getBytes(StandardCharsets.UTF_8), "utf-8");
        RawMessage.send(
                server,
                subject,
                "\r\nonceward_id: \u00ff\u00fe\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1),
                "bytes");
        RawMessage.send(server, subject, "\r\nno colon\r\n\r\n".getBytes(StandardCharsets.UTF_8), "malformed");
        RawMessage.send(server, subject, "\r\n: empty\r\n\r\n".getBytes(StandardCharsets.UTF_8), "nameless");
        RawMessage.send(server, subject, "".getBytes(StandardCharsets.UTF_8), "short");
        RawMessage.send(server, subject, " 404 No Messages\r\n\r\n".getBytes(StandardCharsets.UTF_8), "status");
        RawMessage.send(
                server, subject, ("\r\n" + "a: b\r\n".repeat(9_000) + "\r\n").getBytes(StandardCharsets.UTF_8), "many");
        server.send(subject, good, "good");
        receiveUntil(8, 10);
        assertThat(stored)
                .containsExactly("utf-8", "bytes", "malformed", "nameless", "short", "status", "many", "good");
        NatsMessageIdentity identity = new NatsMessageIdentity();
        assertThat(messages.subList(0, 7)).allSatisfy(message -> assertThat(
                        identity.of(message).orElseThrow().isTransportId())
                .isTrue());
        assertThat(new NatsMessageReader().read(messages.get(0)).headers()).containsEntry("name", "Müller");
        assertThat(new NatsMessageReader().read(messages.get(6)).headers()).containsEntry("a", "b");
        assertThat(identity.of(messages.get(7)).orElseThrow()).isEqualTo(new Identity("good", false));
    }

    // ---- streams and consumers

    @Test
    void subjectWithoutAStreamIsRefusedWithTheReason() {
        assertThatThrownBy(() -> receive(1)).hasMessageStartingWith("OWD-0270").hasMessageContaining(subject);
        assertThatThrownBy(() -> source.receive(origin("stream", "missing"), 1, PATIENCE, this::store))
                .hasMessageStartingWith("OWD-0270");
    }

    @Test
    void consumerThatCouldLoseMessagesIsRefused() throws Exception {
        server.createStream(stream, subject);
        assertRefused(ConsumerConfiguration.builder().ackPolicy(AckPolicy.None), "policy");
        assertRefused(
                ConsumerConfiguration.builder().ackPolicy(AckPolicy.Explicit).maxDeliver(3), "max_deliver");
        assertRefused(
                ConsumerConfiguration.builder().ackPolicy(AckPolicy.Explicit).deliverSubject("x"), "pushes");
        assertRefused(
                ConsumerConfiguration.builder().ackPolicy(AckPolicy.Explicit).headersOnly(true), "headers_only");
    }

    /** The server deletes an unused consumer, and then the messages that no other consumer waits for. */
    @Test
    void consumerWithAThresholdIsRefusedIfTheMessagesEndWithIt() throws Exception {
        try (Connection connection = server.connect()) {
            connection
                    .jetStreamManagement()
                    .addStream(StreamConfiguration.builder()
                            .name(stream)
                            .subjects(subject)
                            .retentionPolicy(RetentionPolicy.Interest)
                            .build());
        }
        assertRefused(
                ConsumerConfiguration.builder().ackPolicy(AckPolicy.Explicit).inactiveThreshold(Duration.ofMinutes(5)),
                "inactive_threshold");
        assertRefused(
                ConsumerConfiguration.builder().ackPolicy(AckPolicy.Explicit).memStorage(true), "mem_storage");
    }

    @Test
    void consumerWithAThresholdReceivesIfTheMessagesStay() throws Exception {
        server.createStream(stream, subject);
        try (Connection connection = server.connect()) {
            connection
                    .jetStreamManagement()
                    .addOrUpdateConsumer(
                            stream,
                            ConsumerConfiguration.builder()
                                    .ackPolicy(AckPolicy.Explicit)
                                    .inactiveThreshold(Duration.ofMinutes(5))
                                    .durable("billing")
                                    .filterSubject(subject)
                                    .build());
        }
        send("m-1");
        assertThat(receive(10)).isEqualTo(1);
    }

    private void assertRefused(ConsumerConfiguration.Builder consumer, String why) throws Exception {
        try (Connection connection = server.connect()) {
            connection
                    .jetStreamManagement()
                    .addOrUpdateConsumer(
                            stream,
                            consumer.durable("billing").filterSubject(subject).build());
            assertThatThrownBy(() -> receive(1))
                    .hasMessageStartingWith("OWD-0279")
                    .hasMessageContaining(why);
            connection.jetStreamManagement().deleteConsumer(stream, "billing");
        }
    }

    @Test
    void consumerThatBecomesUnsuitableStoresNoMessageWithoutItsPayload() throws Exception {
        server.createStream(stream, subject);
        send("m-1");
        assertThat(receive(10)).isEqualTo(1);
        update(consumer -> consumer.headersOnly(true));
        send("m-2");
        assertThatThrownBy(() -> receive(10)).hasMessageStartingWith("OWD-0279").hasMessageContaining("headers_only");
        update(consumer -> consumer.headersOnly(false));
        Await.until("the message", () -> stored.size() == 2, () -> receiveWith(source, "PT30S"));
        assertThat(stored).containsExactly("m-1", "m-2");
    }

    private void update(UnaryOperator<ConsumerConfiguration.Builder> change) throws Exception {
        try (Connection connection = server.connect()) {
            connection
                    .jetStreamManagement()
                    .addOrUpdateConsumer(
                            stream,
                            change.apply(ConsumerConfiguration.builder(
                                            consumer().getConsumerConfiguration()))
                                    .build());
        }
    }

    @Test
    void limitsOfAConsumerAreObeyed() throws Exception {
        server.createStream(stream, subject);
        try (Connection connection = server.connect()) {
            connection
                    .jetStreamManagement()
                    .addOrUpdateConsumer(
                            stream,
                            ConsumerConfiguration.builder()
                                    .durable("billing")
                                    .filterSubject(subject)
                                    .ackPolicy(AckPolicy.Explicit)
                                    .maxBatch(3)
                                    .maxBytes(10_000)
                                    .maxExpires(Duration.ofMillis(500))
                                    .build());
        }
        for (int i = 0; i < 5; i++) {
            send("m-" + i);
        }
        Await.until("all messages", () -> stored.size() >= 5, () -> receiveUpTo(100, 3));
        assertThat(source.receive(origin(), 100, BRIEF, this::store)).isZero();
        assertThat(stored).containsExactly("m-0", "m-1", "m-2", "m-3", "m-4");
    }

    @Test
    void severalStreamsNeedAName() throws Exception {
        server.createStream(stream, subject);
        server.createStream(stream + "2", stream + ".letters");
        assertThatThrownBy(() -> source.receive(origin("destination", stream + ".*"), 1, PATIENCE, this::store))
                .hasMessageStartingWith("OWD-0270")
                .hasMessageContaining(stream + "2");
    }

    @Test
    void consumerOfAnotherSubjectIsRefused() throws Exception {
        server.createStream(stream, stream + ".*");
        assertNothingToReceive(source);
        assertThatThrownBy(() -> source.receive(origin("destination", stream + ".other"), 1, PATIENCE, this::store))
                .hasMessageStartingWith("OWD-0279")
                .hasMessageContaining(subject);
    }

    @Test
    void deletedConsumerIsCreatedAgain() throws Exception {
        server.createStream(stream, subject);
        send("m-1");
        assertThat(receive(1)).isEqualTo(1);
        try (Connection connection = server.connect()) {
            connection.jetStreamManagement().deleteConsumer(stream, "billing");
        }
        Await.until("the message again", () -> stored.size() == 2, () -> receiveDespiteFailures(source));
    }

    // ---- outages

    @Test
    void crashedServerIsAnOutageAndReceivingContinuesAfterItsRestart() throws Exception {
        Path own = Files.createDirectory(folder.resolve("crash"));
        try (NatsServer crashing = new NatsServer(own).start();
                MessageSource from = source(crashing)) {
            crashing.createStream(stream, subject);
            crashing.send(subject, null, "m-1");
            assertThat(from.receive(origin(), 10, PATIENCE, this::store)).isEqualTo(1);
            crashing.send(subject, null, "m-2");
            crashing.kill();
            assertThatThrownBy(() -> from.receive(origin(), 10, BRIEF, this::store))
                    .isNotNull();
            crashing.start();
            Await.until("the next message", () -> stored.contains("m-2"), () -> receiveDespiteFailures(from));
        }
    }

    @Test
    void silentServerIsAnOutageWithinBounds() throws Exception {
        Path own = Files.createDirectory(folder.resolve("silent"));
        try (NatsServer silent = new NatsServer(own).start();
                MessageSource from = source(silent)) {
            silent.createStream(stream, subject);
            assertNothingToReceive(from);
            silent.suspend();
            long start = System.nanoTime();
            assertThatThrownBy(() -> from.receive(origin(), 10, BRIEF, this::store))
                    .isNotNull();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
            silent.resume();
            silent.send(subject, null, "m-1");
            Await.until("a message", () -> !stored.isEmpty(), () -> receiveDespiteFailures(from));
        }
    }

    @Test
    void closingEndsTheWaitForAMessage() throws Exception {
        server.createStream(stream, subject);
        CompletableFuture<Integer> receiving = CompletableFuture.supplyAsync(() -> {
            try {
                return source.receive(origin(), 10, Duration.ofSeconds(60), this::store);
            } catch (Exception e) {
                return -1;
            }
        });
        Await.until("a consumer that waits", () -> waiting() == 1);
        long start = System.nanoTime();
        source.close();
        assertThat(receiving.get()).isNotPositive();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
        assertThatThrownBy(() -> receive(1)).hasMessageContaining("closed");
    }
}
