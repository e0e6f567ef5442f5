// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.EventType;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.api.QueueAdmin;
import io.onceward.api.Upcaster;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.codec.CallArguments;
import io.onceward.codec.PayloadDecoder;
import io.onceward.fixture.LogLines;
import io.onceward.inbox.MessageHandler;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import java.lang.reflect.Type;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The waiting and parked messages of an earlier version of the application, on every database. */
@DialectContract
abstract class RehearsalContract extends StoredInboxFixture {

    /** The first version. */
    @EventType("OrderPlaced")
    public record Order(String id, int total) {}

    /** The second version, in which the field has another name. */
    @EventType(value = "OrderPlaced", version = 2)
    public record NewOrder(String id, int amount) {}

    /** The third version. */
    @EventType(value = "OrderPlaced", version = 3)
    public record NewestOrder(String id, int amount, String currency) {}

    private volatile boolean isRegistryDown;
    private final List<Object> handled = Collections.synchronizedList(new ArrayList<>());

    private final class Reading implements MessageHandler {

        private final PayloadDecoder decoding;

        Reading(Class<?> type) {
            decoding = PayloadDecoder.of(BuiltInCodecs.builtIn(), type);
        }

        @Override
        public String name() {
            return "reading";
        }

        @Override
        public String channel() {
            return "orders";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) throws Exception {
            if (isRegistryDown) {
                throw new ConnectException("the schema registry");
            }
            Object order = decoding.decode(payload);
            return () -> handled.add(order);
        }

        @Override
        public Optional<String> difference(byte[] payload, boolean isOwn) {
            return decoding.difference(payload, isOwn);
        }

        @Override
        public int latestVersion(String type) {
            return decoding.latestVersion(type);
        }
    }

    private record Step(int fromVersion, UnaryOperator<JsonObjectBuilder> change) implements Upcaster {

        @Override
        public String type() {
            return "OrderPlaced";
        }

        @Override
        public JsonValue upcast(JsonValue payload) {
            JsonObject order = payload.asJsonObject();
            JsonObjectBuilder copy = Json.createObjectBuilder(order);
            if (order.containsKey("total")) {
                copy.add("amount", order.get("total")).remove("total");
            }
            return change.apply(copy).build();
        }
    }

    private static final Step RENAMING = new Step(1, order -> order);
    private static final Step WITH_CURRENCY = new Step(2, order -> order.add("currency", "EUR"));

    @BeforeEach
    void recordWithTheFirstVersion() throws Exception {
        engine.stop(Duration.ZERO);
        Engine before = version(nodes, "off", Order.class, false);
        record(before, 3, i -> new Order("o" + i, i));
        before.stop(Duration.ZERO);
    }

    private static void record(Engine node, int count, IntFunction<?> event) throws Exception {
        JTA.inTransaction(() -> {
            for (int i = 1; i <= count; i++) {
                node.recording("orders").record(event.apply(i), OutboxMetadata.none());
            }
            return null;
        });
    }

    private Engine version(Nodes on, String mode, Class<?> type, boolean handles) {
        Map<String, String> configuration = new HashMap<>(QUICK);
        configuration.put("onceward.rehearsal", mode);
        Engine opened = on.open(
                configuration,
                handles
                        ? Runnable::run
                        : task -> {
                            throw new RejectedExecutionException("it handles nothing");
                        },
                pool,
                List.of(new Reading(type)));
        engines.add(opened);
        engine = opened;
        return opened;
    }

    @Test
    void versionThatCannotReadThemIsRefused() {
        Engine next = version(nodes, "refuse", NewOrder.class, false);
        assertThatThrownBy(next::rehearse)
                .hasMessageStartingWith("OWD-0387")
                .hasMessageContaining(
                        "3 of type 'OrderPlaced' for handler 'reading': field 'amount' is missing (unknown: total)");
        assertThat(rows("onceward_inbox_message")).isEqualTo(3);
        assertThat(handled).isEmpty();
    }

    /** Before, only the first 5000 messages of a handler were decoded. */
    @Test
    void fewMessagesOfAnotherShapeAreFoundBehindMany() throws Exception {
        sql("DELETE FROM onceward_inbox_message");
        Engine both = version(nodes, "off", Order.class, false);
        JTA.inTransaction(() -> {
            for (int i = 1; i <= 5100; i++) {
                both.recording("orders").record(new NewOrder("o" + i, i), OutboxMetadata.none());
            }
            for (int i = 1; i <= 41; i++) {
                both.recording("orders").record(new Order("o" + i, i), OutboxMetadata.none());
            }
            return null;
        });
        both.stop(Duration.ZERO);
        assertThatThrownBy(version(nodes, "refuse", NewOrder.class, false)::rehearse)
                .hasMessageContaining(
                        "messages: 41 of type 'OrderPlaced' for handler 'reading': field 'amount' is missing");
        version(nodes.upcasting(RENAMING), "refuse", NewOrder.class, false).rehearse();
    }

    /** An earlier version, or a statement of SQL, stores none. */
    @Test
    void messagesWithoutAShapeAreDecoded() {
        sql("UPDATE onceward_inbox_message SET shape = NULL");
        assertThatThrownBy(version(nodes, "refuse", NewOrder.class, false)::rehearse)
                .hasMessageContaining(
                        "messages: 3 of type 'OrderPlaced' for handler 'reading': field 'amount' is missing");
        version(nodes, "refuse", Order.class, false).rehearse();
    }

    @Test
    void versionThatReadsThemIsNotRefused() {
        version(nodes, "refuse", Order.class, false).rehearse();
        version(nodes.upcasting(RENAMING), "refuse", NewOrder.class, false).rehearse();
        version(nodes, "off", NewOrder.class, false).rehearse();
        assertThat(handled).isEmpty();
    }

    @Test
    void warningNamesTheFirstOfThemOnce() {
        try (LogLines log = new LogLines()) {
            version(nodes, "warn", NewOrder.class, false).rehearse();
            assertThat(log.all())
                    .filteredOn(line -> line.startsWith("OWD-1112"))
                    .singleElement()
                    .asString()
                    .contains("3 waiting or parked messages of type 'OrderPlaced' for handler 'reading'", "'amount'");
        }
    }

    @Test
    void upcastersConvertEachVersionToTheLatest() throws Exception {
        Nodes upcasting = nodes.upcasting(WITH_CURRENCY, RENAMING);
        Engine next = version(upcasting, "refuse", NewestOrder.class, false);
        JTA.inTransaction(() -> {
            next.recording("orders").record(new NewOrder("o4", 4), OutboxMetadata.none());
            return next.recording("orders").record(new NewestOrder("o5", 5, "CHF"), OutboxMetadata.none());
        });
        next.rehearse();
        next.stop(Duration.ZERO);
        version(upcasting, "refuse", NewestOrder.class, true);
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(handled)
                .containsExactlyInAnyOrder(
                        new NewestOrder("o1", 1, "EUR"),
                        new NewestOrder("o2", 2, "EUR"),
                        new NewestOrder("o3", 3, "EUR"),
                        new NewestOrder("o4", 4, "EUR"),
                        new NewestOrder("o5", 5, "CHF"));
    }

    @Test
    void messageThatDiffersIsParkedInsteadOfHandled() throws Exception {
        Engine next = version(nodes, "park", NewOrder.class, true);
        next.rehearse();
        JTA.inTransaction(() -> next.recording("orders").record(new NewOrder("o4", 4), OutboxMetadata.none()));
        pollUntil(() -> handled.size() == 1 && parked().size() == 3);
        assertThat(handled).containsExactly(new NewOrder("o4", 4));
        assertThat(parked().get(0).error()).contains("OWD-0388").contains("unknown: total");
        Engine refusing = version(nodes, "refuse", NewOrder.class, false);
        assertThatThrownBy(refusing::rehearse).as("parked ones are read, too").hasMessageContaining("3 of type");
    }

    /** It can be neither handled nor requeued. */
    @Test
    void originalOfAnEditedMessageIsNotRehearsed() throws Exception {
        Engine parking = version(nodes, "park", NewOrder.class, true);
        pollUntil(() -> parked().size() == 3);
        edit(parked().get(0));
        pollUntil(() -> handled.size() == 1);
        assertThatThrownBy(version(nodes, "refuse", NewOrder.class, false)::rehearse)
                .hasMessageContaining("messages: 2 of type 'OrderPlaced'");
        engine = parking;
        edit(parked().get(0));
        edit(parked().get(0));
        pollUntil(() -> handled.size() == 3);
        version(nodes, "refuse", NewOrder.class, false).rehearse();
        sql("UPDATE onceward_inbox_message SET shape = NULL");
        version(nodes, "refuse", NewOrder.class, false).rehearse();
        assertThat(parked()).hasSize(3);
    }

    private void edit(EventSummary event) {
        QueueAdmin admin = engine.inboxAdmin();
        byte[] seen = admin.payload(event.datasource(), event.position()).orElseThrow();
        byte[] edited = new String(seen, UTF_8).replace("total", "amount").getBytes(UTF_8);
        admin.requeueEdited(event.datasource(), event.position(), seen, edited, "me");
    }

    /** While an application is updated node by node. Before, the earlier version handled the event, without its amount. */
    @Test
    void eventOfALaterVersionWaitsForANodeWithThatVersion() throws Exception {
        Engine next = version(nodes, "off", NewOrder.class, false);
        JTA.inTransaction(() -> next.recording("orders").record(new NewOrder("o4", 4), OutboxMetadata.none()));
        Engine before = version(nodes, "park", Order.class, true);
        pollUntil(() -> handled.size() == 3 && waitingErrors().contains("OWD-1212"));
        assertThat(handled).containsExactlyInAnyOrder(new Order("o1", 1), new Order("o2", 2), new Order("o3", 3));
        before.stop(Duration.ZERO);
        Engine refusing = version(nodes, "refuse", Order.class, false);
        assertThatThrownBy(refusing::rehearse).hasMessageContaining("later than that of the class");
        version(nodes.upcasting(RENAMING), "refuse", NewOrder.class, true).rehearse();
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(handled).hasSize(4).contains(new NewOrder("o4", 4));
    }

    /** The handler is not at fault. */
    @Test
    void eventsOfALaterVersionDoNotKeepEarlierOnesFromTheirHandler() throws Exception {
        Engine next = version(nodes, "off", NewOrder.class, false);
        record(next, 6, i -> new NewOrder("n" + i, i));
        Engine before = version(nodes, "off", Order.class, false);
        JTA.inTransaction(() -> before.recording("orders").record(new Order("o4", 4), OutboxMetadata.none()));
        try (LogLines log = new LogLines()) {
            version(nodes, "off", Order.class, true);
            pollUntil(() -> handled.contains(new Order("o4", 4)));
            assertThat(log.all()).noneMatch(line -> line.startsWith("OWD-1025"));
        }
        assertThat(engine.outages().handlers()).isEmpty();
        assertThat(handled).hasSize(4);
        assertThat(rows("onceward_inbox_message")).isEqualTo(6);
    }

    private String waitingErrors() {
        return engine.inboxAdmin().find(EventFilter.all().withStates(EventState.RETRYING), null, 10).events().stream()
                .map(EventSummary::error)
                .collect(Collectors.joining());
    }

    /** Before, the upcaster got the array, and the call was parked. */
    @Test
    void argumentsOfACallAreNotConvertedAlthoughItsNameIsATypeOfEvents() throws Exception {
        Recorder remind = new Recorder("call:OrderPlaced");
        engine = node(nodes.upcasting(RENAMING), Map.of(), Runnable::run, remind);
        JTA.inTransaction(() -> engine.durable("call:OrderPlaced")
                .record("[\"o1\"]", OutboxMetadata.none().withType("OrderPlaced")));
        pollUntil(() -> remind.handled.size() + parked().size() == 1);
        assertThat(remind.handled).containsExactly("[\"o1\"]");
    }

    private static final Map<String, String> BY_A_BROKER = Map.of(
            "mp.messaging.outgoing.orders.destination", "queue:orders",
            "mp.messaging.incoming.orders.destination", "queue:orders",
            "onceward.outbox.retention", "P1D");

    private Engine byABroker(String mode, Class<?> type, Executor executor) {
        Map<String, String> configuration = new HashMap<>(QUICK);
        configuration.putAll(BY_A_BROKER);
        configuration.put("onceward.rehearsal", mode);
        Engine opened = nodes.open(configuration, executor, pool, List.of(new Reading(type)));
        engines.add(opened);
        engine = opened;
        return opened;
    }

    private void recordForABroker(Executor executor) throws Exception {
        sql("DELETE FROM onceward_inbox_message");
        Engine before = byABroker("off", Order.class, executor);
        record(before, 3, i -> new Order("o" + i, i));
        assertThat(rows("onceward_inbox_message")).isZero();
    }

    /** The application receives these events itself, when the broker has them. */
    @Test
    void eventsForABrokerAreReadAsTheirHandlerWillGetThem() throws Exception {
        Executor none = task -> {
            throw new RejectedExecutionException("it publishes nothing");
        };
        recordForABroker(none);
        assertThatThrownBy(byABroker("refuse", NewOrder.class, none)::rehearse)
                .hasMessageStartingWith("OWD-0387")
                .hasMessageContaining(
                        "3 of type 'OrderPlaced' for handler 'reading': field 'amount' is missing (unknown: total)");
        byABroker("refuse", Order.class, none).rehearse();
        version(nodes, "refuse", NewOrder.class, false).rehearse();
    }

    @Test
    void archivedEventsThatCouldNotBeReadAgainAreOnlyListed() throws Exception {
        recordForABroker(Runnable::run);
        pollUntil(() -> rows("onceward_outbox_sent") == 3 && rows("onceward_outbox") == 0);
        engine.stop(Duration.ZERO);
        sql("DELETE FROM onceward_inbox_message");
        try (LogLines log = new LogLines()) {
            byABroker("refuse", NewOrder.class, Runnable::run).rehearse();
            assertThat(log.all())
                    .filteredOn(line -> line.startsWith("OWD-1214"))
                    .singleElement()
                    .asString()
                    .contains("3 of the last published events of type 'OrderPlaced' for handler 'reading'", "'amount'");
        }
    }

    /** A durable method, as the container has it. */
    private final class Method implements MessageHandler {

        private final CallArguments arguments;
        private final int version;

        Method(int version, Type... parameters) {
            this.arguments = new CallArguments(BuiltInCodecs.builtIn(), List.of(parameters));
            this.version = version;
        }

        @Override
        public String name() {
            return "call:remind";
        }

        @Override
        public String channel() {
            return "remind";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) throws Exception {
            List<Object> decoded = List.of(arguments.decode(payload));
            return () -> handled.add(decoded);
        }

        @Override
        public Optional<String> difference(byte[] payload, boolean isOwn) throws Exception {
            return arguments.difference(payload);
        }

        @Override
        public int latestVersion(String type) {
            return version;
        }
    }

    /** Puts an argument before the first one. */
    private record WithLanguage(int fromVersion) implements Upcaster {

        @Override
        public String type() {
            return "call:remind";
        }

        @Override
        public JsonValue upcast(JsonValue arguments) {
            return Json.createArrayBuilder(arguments.asJsonArray()).add(0, "en").build();
        }
    }

    private Engine method(Nodes on, String mode, Method method) {
        Map<String, String> configuration = new HashMap<>(QUICK);
        configuration.put("onceward.rehearsal", mode);
        Engine opened = on.open(configuration, Runnable::run, pool, List.of(method));
        engines.add(opened);
        engine = opened;
        return opened;
    }

    private void recordCall(String json, OutboxMetadata metadata) throws Exception {
        JTA.inTransaction(() -> engine.durable("call:remind").record(json, metadata));
    }

    @Test
    void callsOfAnEarlierVersionAreListedAndConverted() throws Exception {
        Method second = new Method(2, String.class, String.class, int.class);
        Engine before = version(nodes, "off", Order.class, false);
        for (int i = 1; i <= 12; i++) {
            recordCall("[\"a\"," + i + "]", OutboxMetadata.none().withType("reminder " + i));
        }
        recordCall("[\"de\",\"b\",7]", OutboxMetadata.none().withHeader("eventversion", "2"));
        before.stop(Duration.ZERO);
        Engine refusing = method(nodes, "refuse", second);
        assertThatThrownBy(refusing::rehearse)
                .hasMessageContaining(
                        "messages: 12 of type 'call:remind' for handler 'call:remind': it has 2 arguments,"
                                + " but the method has 3 parameters. Provide an Upcaster");
        refusing.stop(Duration.ZERO);
        method(nodes.upcasting(new WithLanguage(1)), "refuse", second).rehearse();
        pollUntil(() -> handled.size() == 13);
        assertThat(handled).contains(List.of("en", "a", 12), List.of("de", "b", 7));
    }

    @Test
    void callOfALaterVersionWaits() throws Exception {
        Engine before = method(nodes, "warn", new Method(1, String.class, int.class));
        recordCall("[\"de\",\"b\",7]", OutboxMetadata.none().withHeader("eventversion", "2"));
        pollUntil(() -> waitingErrors().contains("OWD-1212"));
        assertThat(handled).isEmpty();
        before.stop(Duration.ZERO);
        method(nodes, "refuse", new Method(2, String.class, String.class, int.class))
                .rehearse();
        pollUntil(() -> handled.size() == 1);
    }

    @Test
    void upcasterThatThrowsParksTheMessage() throws Exception {
        Nodes failing = nodes.upcasting(new Step(1, order -> {
            throw new IllegalStateException("no upcast of " + order);
        }));
        Engine next = version(failing, "refuse", NewOrder.class, true);
        assertThatThrownBy(next::rehearse).hasMessageStartingWith("OWD-0387");
        pollUntil(() -> parked().size() == 3);
        assertThat(parked().get(0).error()).contains("OWD-0093");
        assertThat(handled).isEmpty();
    }

    @Test
    void whatACodecNeedsMayBeDownMeanwhile() {
        isRegistryDown = true;
        version(nodes, "refuse", Order.class, false).rehearse();
        assertThat(handled).isEmpty();
    }

    @Test
    void twoUpcastersOfOneVersionAreRefused() {
        assertThatThrownBy(() -> version(nodes.upcasting(RENAMING, RENAMING), "warn", NewOrder.class, false))
                .hasMessageStartingWith("OWD-0386");
    }
}
