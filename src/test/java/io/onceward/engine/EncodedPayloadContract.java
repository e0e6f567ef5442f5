// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.OutboxMetadata;
import io.onceward.api.QueueAdmin;
import io.onceward.engine.TextMessages.Headed;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.LogLines;
import io.onceward.queue.payload.TestKeys;
import io.onceward.spi.OutboxEvent;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Payloads are compressed and encrypted in their rows, on every database. Broker, handler and operator get them decoded. */
abstract class EncodedPayloadContract extends StoredInboxFixture {

    private static final String SECRET = "the patient's name ".repeat(100);

    private final TestKeys keys = new TestKeys("one");

    @BeforeEach
    void encode() {
        engine = next(Runnable::run, Map.of());
    }

    /** Returns the next version of the application, which has the same keys. */
    private Engine next(Executor executor, Map<String, String> more) {
        engines.forEach(each -> each.stop(Duration.ofSeconds(5)));
        Map<String, String> configuration = new HashMap<>();
        configuration.put("onceward.codecs", "gzip,encrypt");
        configuration.put("onceward.relay.retry-delay", "PT0.1S");
        configuration.put("onceward.relay.retry-max-delay", "PT0.2S");
        configuration.putAll(more);
        return node(nodes.encrypting(keys), configuration, executor, billing, shipping);
    }

    private String record(String channel, String payload, String key) throws Exception {
        OutboxMetadata metadata = OutboxMetadata.none().withKey(key).withHeader("tenant", "acme");
        return JTA.inTransaction(() -> engine.recording(channel).record(payload, metadata));
    }

    private List<String> published() {
        return publisher.published().stream()
                .map(event -> new String(event.payload(), StandardCharsets.UTF_8))
                .toList();
    }

    /** Returns the payloads of a table by the ids of their rows. */
    private Map<String, byte[]> payloads(String table) {
        try (Connection connection = pool.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT id, payload FROM " + table);
                ResultSet rows = select.executeQuery()) {
            Map<String, byte[]> payloads = new HashMap<>();
            while (rows.next()) {
                payloads.put(rows.getString(1), rows.getBytes(2));
            }
            return payloads;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void write(String table, String id, byte[] payload) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE " + table + " SET payload = ? WHERE id = ?")) {
            update.setBytes(1, payload);
            update.setString(2, id);
            assertThat(update.executeUpdate()).isPositive();
        }
    }

    private void assertHidden(String table, int rows) {
        assertThat(rows(table)).isEqualTo(rows);
        payloads(table).values().forEach(payload -> assertThat(new String(payload, StandardCharsets.ISO_8859_1))
                .hasSizeLessThan(SECRET.length() / 4)
                .doesNotContain("patient"));
        assertThat(text("SELECT headers FROM " + table)).contains("\"onceward_codecs\":\"gzip,encrypt\"");
    }

    private static EventSummary only(QueueAdmin admin) {
        return admin.find(EventFilter.all(), null, 10).events().get(0);
    }

    private void assertParked(QueueAdmin admin, String why) throws InterruptedException {
        pollUntil(
                () -> admin.find(EventFilter.all().parked(), null, 10).events().size() == 1);
        assertThat(only(admin).error()).contains("OWD-1225", why).doesNotContain("patient");
    }

    private void pollWhileWaiting(QueueAdmin admin, String why) throws InterruptedException {
        BooleanSupplier waits = () -> only(admin).state() == EventState.RETRYING;
        pollUntil(waits);
        if (why.contains("key")) {
            int asked = keys.asked();
            pollUntil(() -> keys.asked() >= asked + 4); // further attempts
        }
        pollUntil(waits);
        assertThat(only(admin).error()).contains("OWD-1224", why).doesNotContain("patient");
        assertThat(only(admin).attempts()).isZero();
    }

    // ---- the outbox

    @Test
    void rowOfTheOutboxIsEncodedAndTheBrokerGetsItDecoded() throws Exception {
        publisher.setDown(true);
        record("invoices", SECRET, "k");
        assertHidden("onceward_outbox", 1);
        publisher.setDown(false);
        pollUntil(() -> !published().isEmpty());
        OutboxEvent event = publisher.published().get(0);
        assertThat(published()).containsExactly(SECRET);
        assertThat(event.headers()).containsEntry("tenant", "acme").doesNotContainKey("onceward_codecs");
        assertThat(event.reservedHeaders()).doesNotContainKey("onceward_codecs");
        assertThat(event.contentType()).isEqualTo("text/plain");
    }

    @Test
    void eventThatIsPublishedUnreadIsDecoded() throws Exception {
        for (int i = 0; i < 5; i++) {
            record("invoices", SECRET + i, "k" + i);
        }
        pollUntil(() -> published().size() == 5);
        assertThat(published()).containsExactlyInAnyOrder(SECRET + 0, SECRET + 1, SECRET + 2, SECRET + 3, SECRET + 4);
    }

    @Test
    void largeEventsOfAKeyKeepTheirOrderInPartsOfABatch() throws Exception {
        publisher.setDown(true);
        String large = "x".repeat(400_000);
        JTA.inTransaction(() -> {
            for (int i = 0; i < 20; i++) {
                engine.recording("invoices")
                        .record(large + i, OutboxMetadata.none().withKey("k" + i % 2));
            }
            return null;
        });
        publisher.setDown(false);
        pollUntil(() -> published().size() == 20);
        for (int k = 0; k < 2; k++) {
            String key = "k" + k;
            List<String> ofKey = publisher.published().stream()
                    .filter(event -> event.key().equals(key))
                    .map(event -> new String(event.payload(), StandardCharsets.UTF_8).substring(400_000))
                    .toList();
            assertThat(ofKey)
                    .containsExactlyElementsOf(IntStream.range(0, 20)
                            .filter(i -> ("k" + i % 2).equals(key))
                            .mapToObj(String::valueOf)
                            .toList());
        }
    }

    @Test
    void eventWhoseKeyIsMissingWaitsWithoutAnAttemptAndHoldsUpOnlyItsOwn() throws Exception {
        publisher.setDown(true);
        record("invoices", SECRET, "k");
        keys.rotate("two");
        record("invoices", "same", "k");
        record("invoices", "other", "l");
        keys.remove("one");
        publisher.setDown(false);
        pollUntil(() -> published().size() == 1);
        assertThat(published()).containsExactly("other");
        pollWhileWaiting(engine.outboxAdmin(), "no key with the id 'one'");
        assertThat(published()).containsExactly("other");
        keys.add("one", "one");
        pollUntil(() -> published().size() == 3);
        assertThat(published()).containsExactly("other", SECRET, "same");
    }

    /** Many events may wait, and each attempt is an update and a line of the log. */
    @Test
    void eventWhoseKeyIsMissingIsTriedAgainAboutOnceAMinute() throws Exception {
        engine = next(
                Runnable::run, Map.of("onceward.relay.retry-delay", "PT1S", "onceward.relay.retry-max-delay", "PT10M"));
        publisher.setDown(true);
        record("invoices", SECRET, "k");
        keys.remove("one");
        publisher.setDown(false);
        pollUntil(() -> only(engine.outboxAdmin()).state() == EventState.RETRYING);
        assertThat(only(engine.outboxAdmin()).availableAt())
                .isBetween(Instant.now().plusSeconds(15), Instant.now().plusSeconds(65));
    }

    @Test
    void eventsWithoutTheirKeyDoNotKeepReadableOnesFromTheSameDestination() throws Exception {
        publisher.setDown(true);
        for (int i = 0; i < 10; i++) {
            record("invoices", SECRET, "k" + i);
        }
        keys.rotate("two");
        keys.remove("one");
        record("invoices", "first", "l");
        publisher.setDown(false);
        pollUntil(() -> number("SELECT COUNT(*) FROM onceward_outbox WHERE state = 'RETRYING'") == 10);
        assertThat(engine.outages().brokers()).isEmpty();
        record("invoices", "second", "l");
        assertThat(published()).containsExactly("first", "second");
    }

    @Test
    void swappedPayloadsAreParkedAndPublishedAfterTheyAreCorrected() throws Exception {
        publisher.setDown(true);
        String first = record("invoices", SECRET + 1, "k");
        String second = record("invoices", SECRET + 2, "l");
        Map<String, byte[]> own = payloads("onceward_outbox");
        write("onceward_outbox", first, own.get(second));
        publisher.setDown(false);
        assertParked(engine.outboxAdmin(), "that of another row");
        assertThat(published()).containsExactly(SECRET + 2);
        write("onceward_outbox", first, own.get(first));
        engine.outboxAdmin().requeue(EventFilter.all(), "me");
        pollUntil(() -> published().size() == 2);
        assertThat(published()).containsExactly(SECRET + 2, SECRET + 1);
    }

    @Test
    void codecsOfALaterVersionWait() throws Exception {
        publisher.setDown(true);
        String id = record("invoices", SECRET, "k");
        sql("UPDATE onceward_outbox SET headers = '{\"onceward_codecs\":\"zstd\"}' WHERE id = '" + id + "'");
        publisher.setDown(false);
        pollWhileWaiting(engine.outboxAdmin(), "unknown codecs");
    }

    @Test
    void payloadAboveTheLimitIsNotDecompressed() throws Exception {
        publisher.setDown(true);
        String id = record("invoices", "small", "k");
        sql("UPDATE onceward_outbox SET headers = '{\"onceward_codecs\":\"gzip\"}' WHERE id = '" + id + "'");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(new byte[1_048_577]);
        }
        write("onceward_outbox", id, bytes.toByteArray());
        publisher.setDown(false);
        assertParked(engine.outboxAdmin(), "more than 1048576 bytes");
    }

    @Test
    void nothingIsRecordedWithoutAKey() {
        keys.setCurrent("lost");
        assertThatThrownBy(() -> record("invoices", SECRET, "k"))
                .hasMessageStartingWith("OWD-1223")
                .hasMessageNotContaining("patient");
        assertThat(rows("onceward_outbox")).isZero();
    }

    @Test
    void operatorSeesThePayloadDecodedAndARowThatCannotBeDecodedAsItIs() throws Exception {
        publisher.setDown(true);
        record("invoices", SECRET, "k");
        EventSummary event = only(engine.outboxAdmin());
        assertThat(engine.outboxAdmin().payload(event.datasource(), event.position()))
                .hasValueSatisfying(payload -> assertThat(payload).asString().isEqualTo(SECRET));
        keys.remove("one");
        assertThat(engine.outboxAdmin().payload(event.datasource(), event.position()))
                .hasValueSatisfying(payload -> assertThat(payload)
                        .isEqualTo(payloads("onceward_outbox").get(event.id())));
    }

    @Test
    void archiveKeepsThePayloadEncoded() throws Exception {
        engine = next(Runnable::run, Map.of("onceward.outbox.retention", "P1D"));
        record("invoices", SECRET, "k");
        pollUntil(() -> rows("onceward_outbox_sent") == 1);
        assertHidden("onceward_outbox_sent", 1);
        assertThat(published()).containsExactly(SECRET);
    }

    @Test
    void chainMayChangeWhileEventsWait() throws Exception {
        publisher.setDown(true);
        record("invoices", SECRET + 1, "k");
        engine = next(Runnable::run, Map.of("mp.messaging.outgoing.invoices.codecs", "none"));
        record("invoices", SECRET + 2, "k");
        assertThat(payloads("onceward_outbox").values().stream()
                        .map(payload -> new String(payload, StandardCharsets.ISO_8859_1))
                        .collect(Collectors.toSet()))
                .contains(SECRET + 2)
                .hasSize(2);
        publisher.setDown(false);
        pollUntil(() -> published().size() == 2);
        assertThat(published()).containsExactly(SECRET + 1, SECRET + 2);
    }

    @Test
    void applicationWithoutKeysIsRefused() {
        assertThatThrownBy(() ->
                        node(nodes, Map.of("mp.messaging.incoming.orders.codecs", "encrypt"), Runnable::run, billing))
                .hasMessageStartingWith("OWD-1222: mp.messaging.incoming.orders.codecs contains 'encrypt'");
        assertThatThrownBy(() -> node(nodes, Map.of("onceward.codecs", "encrypt"), Runnable::run, billing))
                .hasMessageStartingWith("OWD-1222: onceward.codecs");
        assertThatThrownBy(() -> node(nodes, Map.of("onceward.codecs", "encrypt,gzip"), Runnable::run, billing))
                .hasMessageContaining("onceward.codecs")
                .hasMessageContaining("gzip,encrypt");
    }

    // ---- local channels and the stored inbox

    /** Handlers of this executor run later. */
    private static final Executor NEVER = task -> {
        throw new RejectedExecutionException("it handles nothing");
    };

    @Test
    void rowOfALocalChannelIsEncodedAndItsHandlersGetItDecoded() throws Exception {
        engine = next(NEVER, Map.of());
        int asked = keys.asked();
        record("orders", SECRET, "k");
        assertThat(keys.asked())
                .as("for the id and the key, once for both handlers")
                .isEqualTo(asked + 2);
        assertHidden("onceward_inbox_message", 2);
        engine = next(Runnable::run, Map.of());
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(billing.handled).containsExactly(SECRET);
        assertThat(shipping.handled).containsExactly(SECRET);
        assertThat(billing.metadata.headers()).containsEntry("tenant", "acme").doesNotContainKey("onceward_codecs");
    }

    @Test
    void storedMessageIsEncodedAndItsHandlersGetItDecoded() throws Exception {
        engine = next(NEVER, Map.of("onceward.codecs", "none", "mp.messaging.incoming.orders.codecs", "gzip,encrypt"));
        store("m1", "k", SECRET);
        assertHidden("onceward_inbox_message", 2);
        engine = next(Runnable::run, Map.of());
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(billing.handled).containsExactly(SECRET);
        assertThat(rows("onceward_inbox")).isEqualTo(2);
    }

    @Test
    void receivedMessageCannotNameCodecs() throws Exception {
        engine = next(Runnable::run, Map.of("onceward.codecs", "none"));
        engine.stored().store("orders", new Headed("m1", "plain", Map.of("onceward_codecs", "gzip")));
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(billing.handled).containsExactly("plain");
    }

    @Test
    void messageThatIsParkedUnreadIsEncoded() throws Exception {
        engine = next(threads, Map.of("mp.messaging.incoming.orders.destination", "queue:orders"));
        nodes.source().send(new Text(null, "k", SECRET));
        pollUntil(() -> rows("onceward_inbox_message") == 2);
        assertHidden("onceward_inbox_message", 2);
    }

    @Test
    void brokerKeepsMessagesWhileThereIsNoKey() throws Exception {
        engine = next(threads, Map.of("mp.messaging.incoming.orders.destination", "queue:orders"));
        keys.fail(new IllegalStateException("the vault is sealed"));
        nodes.source().send(new Text("m1", "k", SECRET));
        try (LogLines log = new LogLines()) {
            pollUntil(() -> log.all().stream().anyMatch(line -> line.contains("OWD-1223")));
        }
        assertThat(rows("onceward_inbox_message")).isZero();
        int asked = keys.asked();
        pollUntil(() -> keys.asked() > asked + 4); // further attempts, which receive nothing
        assertThat(nodes.source().broker.failedDeliveries(MemorySource.ORIGIN)).containsExactly(1);
        keys.fail(null);
        pollUntil(() -> billing.handled.size() == 1 && shipping.handled.size() == 1);
        assertThat(billing.handled).containsExactly(SECRET);
    }

    @Test
    void messageWhoseKeyIsMissingWaitsWithoutAnAttempt() throws Exception {
        engine = next(NEVER, Map.of());
        store("m1", null, SECRET);
        keys.remove("one");
        engine = next(Runnable::run, Map.of());
        pollWhileWaiting(engine.inboxAdmin(), "no key with the id 'one'");
        assertThat(billing.tried).isEmpty();
        keys.add("one", "one");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(billing.handled).containsExactly(SECRET);
        assertThat(shipping.handled).containsExactly(SECRET);
    }

    /** The handler is not at fault, and each attempt asks for the key. */
    @Test
    void messagesWithoutTheirKeyDoNotKeepReadableOnesFromTheirHandler() throws Exception {
        engine = next(NEVER, Map.of());
        for (int i = 0; i < 6; i++) {
            store("m" + i, null, SECRET);
        }
        keys.rotate("two");
        keys.remove("one");
        store("readable", null, "readable");
        try (LogLines log = new LogLines()) {
            engine = next(
                    Runnable::run,
                    Map.of(
                            "mp.messaging.incoming.orders.retry-delay", "PT1S",
                            "mp.messaging.incoming.orders.retry-max-delay", "PT10M"));
            pollUntil(() -> billing.handled.size() + shipping.handled.size() == 2);
            pollUntil(() -> number("SELECT COUNT(*) FROM onceward_inbox_message WHERE state = 'RETRYING'") == 12);
            assertThat(log.all()).noneMatch(line -> line.startsWith("OWD-1025"));
        }
        assertThat(engine.outages().handlers()).isEmpty();
        assertThat(billing.handled).containsExactly("readable");
        assertThat(shipping.handled).containsExactly("readable");
        assertThat(engine.inboxAdmin().find(EventFilter.all(), null, 20).events())
                .hasSize(12)
                .allSatisfy(message -> assertThat(message.availableAt())
                        .isBetween(Instant.now().plusSeconds(15), Instant.now().plusSeconds(65)));
    }

    @Test
    void damagedMessageIsParkedAndFoundByTheRehearsal() throws Exception {
        engine = next(NEVER, Map.of());
        store("m1", null, SECRET);
        write("onceward_inbox_message", "m1", new byte[] {3, 'o', 'n', 'e'});
        engine = next(NEVER, Map.of("onceward.rehearsal", "refuse"));
        assertThatThrownBy(engine::rehearse).hasMessageContaining("its stored payload is damaged");
        engine = next(Runnable::run, Map.of());
        pollUntil(() -> parked().size() == 2);
        assertThat(parked().get(0).error()).contains("OWD-1225", "its bytes are damaged");
        assertThat(billing.tried).isEmpty();
    }

    @Test
    void rehearsalReadsEncodedMessagesAndLeavesThoseWithoutAKey() throws Exception {
        engine = next(NEVER, Map.of("onceward.rehearsal", "refuse"));
        store("m1", null, SECRET);
        engine.rehearse();
        store("m2", null, "{broken");
        assertThatThrownBy(engine::rehearse).hasMessageContaining("it can't be decoded");
        keys.remove("one");
        engine.rehearse();
    }
}
