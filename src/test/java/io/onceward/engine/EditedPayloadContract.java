// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventDetails;
import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.api.QueueAdmin;
import io.onceward.fixture.LogLines;
import io.onceward.log.Causes;
import io.onceward.queue.payload.TestKeys;
import io.onceward.spi.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Parked events are requeued with edited payloads, on every database. */
@DialectContract
abstract class EditedPayloadContract extends StoredInboxFixture {

    private static final String BAD = "{\"order\":\"bad\",\"secret\":\"" + "patient ".repeat(200) + "\"}";
    private static final String GOOD = "{\"order\":17,\"secret\":\"" + "patient ".repeat(200) + "\"}";

    private final TestKeys keys = new TestKeys("one");

    private void next(Map<String, String> more) {
        engines.forEach(each -> each.stop(Duration.ofSeconds(5)));
        Map<String, String> configuration = new HashMap<>(Map.of("onceward.relay.max-attempts", "1"));
        configuration.putAll(more);
        engine = node(nodes.encrypting(keys), configuration, Runnable::run, billing, shipping);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static EventSummary parked(QueueAdmin admin) {
        return admin.find(EventFilter.all().parked(), null, 10).events().get(0);
    }

    private static String edit(QueueAdmin admin, EventSummary event, String payload) {
        byte[] seen = admin.payload(event.datasource(), event.position()).orElseThrow();
        return admin.requeueEdited(event.datasource(), event.position(), seen, bytes(payload), "me");
    }

    private static void assertRefused(String code, Callable<?> call) {
        assertThatThrownBy(call::call).isInstanceOfSatisfying(OncewardException.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(e.getMessage()).doesNotContain("patient");
        });
    }

    /** Stores a message that billing refuses, and a later one of its key. */
    private EventSummary storeBad() throws InterruptedException {
        billing.fails = "{\"order\":\"bad\"";
        store("m1", "k", BAD);
        store("m2", "k", "later");
        pollUntil(() -> parked().size() == 1);
        return parked().get(0);
    }

    private void assertKept(QueueAdmin admin, String id, String edit) {
        EventSummary original = parked(admin);
        assertThat(original.id()).isEqualTo(id);
        assertThat(original.key()).isNull();
        assertThat(original.error()).startsWith("Original: OWD-0166: ").doesNotContain("<-");
        assertThat(admin.payload(original.datasource(), original.position()).orElseThrow())
                .asString()
                .isEqualTo(BAD);
        EventDetails details =
                admin.show(original.datasource(), original.position()).orElseThrow();
        assertThat(details.headers())
                .containsEntry("onceward_original_of", edit)
                .doesNotContainKey("onceward_edit");
    }

    // ---- the stored inbox

    @Test
    void editedMessageIsHandledAtTheOldPositionOfItsKey() throws Exception {
        next(Map.of());
        EventSummary bad = storeBad();
        try (LogLines log = new LogLines()) {
            String edit = edit(engine.inboxAdmin(), bad, GOOD);
            assertThat(log.all())
                    .filteredOn(line -> line.startsWith("OWD-1235"))
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .contains("me requeued event m1 of queue 'billing' of the inbox", edit)
                            .contains(" bytes instead of ")
                            .doesNotContain("patient"));
            pollUntil(() -> billing.handled.size() == 2);
            assertThat(billing.handled).containsExactly(GOOD, "later");
            assertKept(engine.inboxAdmin(), "m1", edit);
            assertThat(text("SELECT messageid FROM onceward_inbox WHERE handler = 'billing' AND messageid = 'm1'"))
                    .isEqualTo("m1");
        }
    }

    @Test
    void handlerSeesIdKeyAndHeadersOfTheOriginal() throws Exception {
        next(Map.of());
        EventSummary bad = storeBad();
        AtomicReference<InboxMetadata> seen = new AtomicReference<>();
        billing.failure = body -> {
            if (body.equals(GOOD)) {
                seen.set(billing.metadata);
            }
            return null;
        };
        String edit = edit(engine.inboxAdmin(), bad, GOOD);
        pollUntil(() -> billing.handled.contains(GOOD));
        assertThat(seen.get().id()).isEqualTo("m1");
        assertThat(seen.get().key()).isEqualTo("k");
        assertThat(seen.get().headers()).containsEntry("tenant", "acme").containsEntry("onceward_edit", edit);
        assertThat(shipping.handled).as("another handler").containsExactly(BAD, "later");
    }

    /** Of an original and its edited form, only one takes effect: they have the same id. */
    @Test
    void originalThatIsDeliveredAgainIsDropped() throws Exception {
        next(Map.of());
        edit(engine.inboxAdmin(), storeBad(), GOOD);
        pollUntil(() -> billing.handled.size() == 2);
        billing.fails = "nothing";
        store("m1", "k", BAD);
        store("m3", "k", "last");
        pollUntil(() -> billing.handled.contains("last"));
        assertThat(billing.handled).containsExactly(GOOD, "later", "last");
    }

    @Test
    void keptOriginalIsNeitherRequeuedNorEditedButDiscarded() throws Exception {
        next(Map.of());
        QueueAdmin admin = engine.inboxAdmin();
        edit(admin, storeBad(), GOOD);
        pollUntil(() -> billing.handled.size() == 2);
        EventSummary original = parked(admin);
        assertThat(admin.requeue(EventFilter.all(), "me")).isZero();
        assertRefused("OWD-0164", () -> edit(admin, original, GOOD));
        assertThat(parked(admin)).isEqualTo(original);
        assertThat(admin.failures(EventFilter.all()).groups())
                .singleElement()
                .satisfies(group -> assertThat(group.cause()).startsWith("Original: OWD-0166: This is the original"));
        assertThat(admin.discard(EventFilter.all(), "me")).isEqualTo(1);
    }

    @Test
    void shapeIsThatOfTheEditedPayload() throws Exception {
        next(Map.of());
        EventSummary bad = storeBad();
        String shape = "SELECT shape FROM onceward_inbox_message WHERE handler = 'billing' AND seq = ";
        String before = text(shape + bad.position());
        engine.inboxAdmin().pause("billing", "me");
        edit(engine.inboxAdmin(), bad, GOOD);
        store("m3", null, GOOD);
        EventSummary stored = engine.inboxAdmin()
                .find(EventFilter.all().withQueue("billing").withId("m3"), null, 1)
                .events()
                .get(0);
        assertThat(text(shape + bad.position()))
                .isEqualTo(text(shape + stored.position()))
                .isNotEqualTo(before);
    }

    @Test
    void messageThatWasEncryptedStaysEncryptedWithTheCurrentKey() throws Exception {
        next(Map.of("onceward.codecs", "gzip,encrypt"));
        EventSummary bad = storeBad();
        keys.rotate("two");
        engine.inboxAdmin().pause("billing", "me");
        String edit = edit(engine.inboxAdmin(), bad, GOOD);
        String row = "SELECT %s FROM onceward_inbox_message WHERE handler = 'billing' AND seq = " + bad.position();
        assertThat(text(row.formatted("headers"))).contains("\"onceward_codecs\":\"gzip,encrypt\"", edit);
        assertThat(text(row.formatted("shape"))).isNull();
        assertThat(number(row.formatted("OCTET_LENGTH(payload)"))).isLessThan(GOOD.length() / 4);
        assertKept(engine.inboxAdmin(), "m1", edit);
        keys.remove("one");
        assertThat(engine.inboxAdmin().payload(bad.datasource(), bad.position()).orElseThrow())
                .asString()
                .isEqualTo(GOOD);
        engine.inboxAdmin().resume("billing", "me");
        pollUntil(() -> billing.handled.contains(GOOD));
    }

    /** The primary key of a row has its queue and its state, too. */
    @Test
    void rowOfAnotherQueueAtTheSamePositionIsLeftAlone() throws Exception {
        next(Map.of());
        billing.fails = "{\"order\":\"bad\"";
        shipping.fails = billing.fails;
        store("m1", "k", BAD);
        pollUntil(() -> parked().size() == 2);
        QueueAdmin admin = engine.inboxAdmin();
        admin.pause("billing", "me");
        admin.pause("shipping", "me");
        long position = parked().get(0).position();
        try (Connection connection = pool.getConnection()) {
            if (connection.getMetaData().getDatabaseProductName().equals("H2")) {
                sql("ALTER TABLE onceward_inbox_message DROP PRIMARY KEY"); // it has positions alone there
            }
        }
        sql("UPDATE onceward_inbox_message SET seq = " + position);

        String edit = edit(admin, parked().get(0), GOOD);

        EventSummary edited = admin.find(EventFilter.all().withStates(EventState.PENDING), null, 10).events().stream()
                .findFirst()
                .orElseThrow();
        String other = " FROM onceward_inbox_message WHERE seq = " + position + " AND handler = '"
                + (edited.queue().equals("billing") ? "shipping" : "billing") + "'";
        assertThat(text("SELECT state" + other)).isEqualTo("PARKED");
        assertThat(number("SELECT OCTET_LENGTH(payload)" + other)).isEqualTo(BAD.length());
        assertThat(text("SELECT headers" + other)).contains("acme").doesNotContain(edit);
        assertThat(number("SELECT attempts" + other)).isPositive();
    }

    // ---- the outbox

    @Test
    void editedEventIsPublishedWithItsIdBeforeTheLaterOnesOfItsKey() throws Exception {
        next(Map.of("onceward.codecs", "gzip,encrypt"));
        QueueAdmin admin = engine.outboxAdmin();
        publisher.refuse(event -> new String(event.payload(), StandardCharsets.UTF_8).equals(BAD));
        OutboxMetadata metadata = OutboxMetadata.none().withKey("k").withHeader("tenant", "acme");
        String id = JTA.inTransaction(() -> engine.recording("invoices").record(BAD, metadata));
        pollUntil(
                () -> !admin.find(EventFilter.all().parked(), null, 1).events().isEmpty());
        JTA.inTransaction(() -> engine.recording("invoices").record("later", metadata));
        pollUntil(() -> admin.find(EventFilter.all().withStates(EventState.BLOCKED), null, 1)
                        .events()
                        .size()
                == 1);

        String edit = edit(admin, parked(admin), GOOD);

        pollUntil(() -> publisher.published().size() == 2);
        OutboxEvent first = publisher.published().get(0);
        assertThat(first.id()).isEqualTo(id);
        assertThat(first.key()).isEqualTo("k");
        assertThat(first.headers()).containsEntry("tenant", "acme").doesNotContainKey("onceward_edit");
        assertThat(first.reservedHeaders()).containsEntry("onceward_edit", edit);
        assertThat(publisher.published())
                .extracting(event -> new String(event.payload(), StandardCharsets.UTF_8))
                .containsExactly(GOOD, "later");
        assertKept(admin, id, edit);
    }

    // ---- refusals

    @Test
    void illegalPayloadIsRefusedAndNothingChanges() throws Exception {
        next(Map.of());
        EventSummary bad = storeBad();
        QueueAdmin admin = engine.inboxAdmin();
        for (String payload :
                List.of("", "{", "no JSON", "{\"order\":17}}", "{\"text\":\"" + "x".repeat(1_048_576) + "\"}")) {
            assertRefused("OWD-0165", () -> edit(admin, bad, payload));
        }
        assertThat(parked()).containsExactly(bad);
    }

    @Test
    void eventThatIsGoneOrNotParkedOrWasChangedIsRefused() throws Exception {
        next(Map.of());
        EventSummary bad = storeBad();
        QueueAdmin admin = engine.inboxAdmin();
        assertRefused("OWD-0164", () -> admin.requeueEdited("another", bad.position(), bytes(BAD), bytes(GOOD), "me"));
        assertRefused(
                "OWD-0164",
                () -> admin.requeueEdited(bad.datasource(), bad.position() + 1000, bytes(BAD), bytes(GOOD), "me"));
        assertRefused(
                "OWD-0164",
                () -> admin.requeueEdited(bad.datasource(), bad.position(), bytes(GOOD), bytes(GOOD), "me"));
        EventSummary blocked = admin.find(EventFilter.all().withStates(EventState.BLOCKED), null, 1)
                .events()
                .get(0);
        assertRefused("OWD-0164", () -> edit(admin, blocked, "other"));
        assertThat(parked()).containsExactly(bad);
    }

    @Test
    void payloadWithoutItsKeyIsNotEditedHere() throws Exception {
        next(Map.of("onceward.codecs", "encrypt"));
        EventSummary bad = storeBad();
        QueueAdmin admin = engine.inboxAdmin();
        assertThat(admin.isEditable(bad.datasource(), bad.position())).isTrue();
        keys.remove("one");
        assertThat(admin.isEditable(bad.datasource(), bad.position())).isFalse();
        assertThatThrownBy(() -> edit(admin, bad, GOOD))
                .isInstanceOfSatisfying(OncewardException.class, e -> assertThat(Causes.isPassing(e))
                        .isTrue())
                .hasMessageStartingWith("OWD-1224");
        assertThat(parked()).containsExactly(bad);
    }

    /** No node can decode it, now or later: the operator is at fault, not the server. */
    @Test
    void damagedPayloadIsNotEdited() throws Exception {
        next(Map.of("onceward.codecs", "encrypt"));
        EventSummary bad = storeBad();
        QueueAdmin admin = engine.inboxAdmin();
        sql("UPDATE onceward_inbox_message SET headers = REPLACE(headers, 'encrypt', 'gzip')"
                + " WHERE handler = 'billing' AND seq = " + bad.position());
        assertThat(admin.isEditable(bad.datasource(), bad.position())).isFalse();
        assertThatThrownBy(() -> edit(admin, bad, GOOD))
                .isInstanceOfSatisfying(OncewardException.class, e -> assertThat(Causes.isFaultOfOperator(e))
                        .isTrue())
                .hasMessageStartingWith("OWD-1236")
                .hasMessageNotContaining("patient");
        assertThat(parked()).containsExactly(bad);
    }

    @Test
    void onlyParkedEventsThatAreNoOriginalsAreEditable() throws Exception {
        next(Map.of());
        EventSummary bad = storeBad();
        QueueAdmin admin = engine.inboxAdmin();
        EventSummary blocked = admin.find(EventFilter.all().withStates(EventState.BLOCKED), null, 1)
                .events()
                .get(0);
        assertThat(admin.isEditable(bad.datasource(), bad.position())).isTrue();
        assertThat(admin.isEditable(blocked.datasource(), blocked.position())).isFalse();
        assertThat(admin.isEditable("another", bad.position())).isFalse();
        assertThat(admin.isEditable(bad.datasource(), bad.position() + 1000)).isFalse();
        edit(admin, bad, GOOD);
        pollUntil(() -> billing.handled.size() == 2);
        EventSummary original = parked(admin);
        assertThat(admin.isEditable(original.datasource(), original.position())).isFalse();
    }

    /** An edit would lose headers that it can't read. */
    @Test
    void eventWithMalformedHeadersIsRefused() throws Exception {
        next(Map.of());
        EventSummary bad = storeBad();
        String row = " WHERE handler = 'billing' AND seq = " + bad.position();
        sql("UPDATE onceward_inbox_message SET headers = '{\"tenant\":'" + row);
        assertRefused("OWD-0164", () -> edit(engine.inboxAdmin(), bad, GOOD));
        assertThat(parked()).containsExactly(bad);
        assertThat(text("SELECT headers FROM onceward_inbox_message" + row)).isEqualTo("{\"tenant\":");
    }

    @Test
    void onlyOneOfTwoConcurrentEditsIsMade() throws Exception {
        next(Map.of());
        EventSummary bad = storeBad();
        QueueAdmin admin = engine.inboxAdmin();
        admin.pause("billing", "me");
        Future<String> one = threads.submit(() -> edit(admin, bad, "{\"by\":1}"));
        Future<String> two = threads.submit(() -> edit(admin, bad, "{\"by\":2}"));
        int made = 0;
        for (Future<String> each : List.of(one, two)) {
            try {
                each.get();
                made++;
            } catch (ExecutionException e) {
                assertThat(e.getCause()).hasMessageStartingWith("OWD-0164");
            }
        }
        assertThat(made).isEqualTo(1);
        assertThat(admin.find(EventFilter.all().parked(), null, 10).events()).hasSize(1);
    }
}
