// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncebox.api.Outbox;
import io.oncebox.api.OutboxMessage;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.scenarios.Deployments;
import io.oncebox.scenarios.support.Await;
import io.oncebox.scenarios.support.Callers;
import io.oncebox.scenarios.support.EjbCaller;
import io.oncebox.scenarios.support.Queues;
import io.oncebox.scenarios.support.Received;
import io.oncebox.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An event is recorded in the transaction that it was made in, whoever makes it and however; or it is refused. */
@ExtendWith(ArquillianExtension.class)
public class CaptureScenario {

    static final String CHANNEL = "capture";
    static final String OWN = "capture-own";

    @Inject
    CdiOrders cdi;

    @EJB
    StatelessOrders stateless;

    @EJB
    SingletonOrders singleton;

    @EJB
    StatefulOrders stateful;

    // By CDI: Arquillian guesses the bean's name from its interface, and not on every server.
    @Inject
    LocalOrders local;

    @Inject
    DerivedOrders derived;

    @EJB
    DerivedEjb derivedEjb;

    @Inject
    Returns returns;

    @Inject
    Unguarded unguarded;

    @EJB
    UnguardedEjb unguardedEjb;

    @Inject
    Emitters emitters;

    @Inject
    Outbox outbox;

    @Inject
    Event<Placed> placedEvent;

    @Inject
    Event<Paid> paidEvent;

    @Inject
    Callers callers;

    @EJB
    Queues queues;

    @EJB
    Tables tables;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "capture",
                        Await.class,
                        Callers.class,
                        EjbCaller.class,
                        Queues.class,
                        Received.class,
                        Tables.class,
                        StatelessOrders.class,
                        SingletonOrders.class,
                        StatefulOrders.class,
                        LocalOrdersBean.class,
                        DerivedEjb.class,
                        EjbObserver.class,
                        UnguardedEjb.class),
                "oncebox.schema=create",
                "mp.messaging.outgoing." + OWN + ".transaction=own");
    }

    /** What a failed test left behind does not fail the next one. */
    @BeforeEach
    void beginWithNothing() {
        if (queues != null) { // in the server, not in the test's own process
            published(CHANNEL);
            published(OWN);
        }
    }

    // ---- who makes the event, and whose transaction it is

    private Map<String, Consumer<String>> makers() {
        Map<String, Consumer<String>> all = new LinkedHashMap<>();
        all.put("CDI bean", cdi::place);
        all.put("stateless EJB", stateless::place);
        all.put("singleton EJB", singleton::place);
        all.put("stateful EJB", stateful::place);
        all.put("EJB with a local interface", local::place);
        all.put("CDI bean that inherits the method", derived::place);
        all.put("EJB that inherits the method", derivedEjb::place);
        all.put("CDI observer", id -> placedEvent.fire(new Placed(id)));
        all.put("EJB observer", id -> paidEvent.fire(new Paid(id)));
        all.put("emitter", id -> emitters.field().send(new Placed(id)));
        all.put("outbox", id -> outbox.record(CHANNEL, new Placed(id)));
        return all;
    }

    @Test
    void everyMakerRecordsItsEventInTheTransactionOfEveryCaller() throws Exception {
        for (var maker : makers().entrySet()) {
            for (var caller : callers.committing().entrySet()) {
                String id = UUID.randomUUID().toString();
                caller.getValue().call(() -> maker.getValue().accept(id));

                assertThat(published(CHANNEL))
                        .as("%s called from %s", maker.getKey(), caller.getKey())
                        .extracting(Received::text)
                        .containsExactly("{\"id\":\"" + id + "\"}");
            }
        }
    }

    @Test
    void anEventOfAnyMakerRollsBackWithTheTransactionOfAnyCaller() throws Exception {
        for (var maker : makers().entrySet()) {
            for (var caller : callers.rollingBack().entrySet()) {
                String what = maker.getKey() + " called from " + caller.getKey();
                String id = UUID.randomUUID().toString();
                List<String> ran = new ArrayList<>();
                caller.getValue().call(() -> {
                    tables.insert(id);
                    maker.getValue().accept(id);
                    ran.add(id);
                });

                assertThat(ran).as(what).containsExactly(id);
                assertThat(published(CHANNEL)).as(what).isEmpty();
                assertThat(tables.committed(id)).as(what).isZero();
            }
        }
    }

    @Test
    void aMethodOpensItsOwnTransactionAndRecordsInIt() {
        for (Function<String, Placed> maker : List.<Function<String, Placed>>of(
                cdi::place,
                stateless::place,
                singleton::place,
                stateful::place,
                local::place,
                derived::place,
                derivedEjb::place)) {
            String id = UUID.randomUUID().toString();

            assertThat(maker.apply(id)).isEqualTo(new Placed(id));
            assertThat(published(CHANNEL)).extracting(Received::text).containsExactly("{\"id\":\"" + id + "\"}");
            assertThat(tables.committed(id)).isOne();
        }
    }

    @Test
    void aMethodThatThrowsRecordsNothing() {
        String id = UUID.randomUUID().toString();

        assertThatThrownBy(() -> cdi.fail(id)).hasMessage("on purpose");

        assertThat(published(CHANNEL)).isEmpty();
        assertThat(tables.committed(id)).isZero();
    }

    // ---- without a transaction

    @Test
    void withoutATransactionAMethodIsRefusedBeforeItsBodyRuns() {
        for (Function<String, Object> maker : List.<Function<String, Object>>of(
                unguarded::noTransaction, unguarded::notSupported, unguardedEjb::notSupported)) {
            Unguarded.BODIES.clear();

            assertThatThrownBy(() -> maker.apply("x")).hasStackTraceContaining("OBX-0040");

            assertThat(Unguarded.BODIES).isEmpty();
        }
        assertThat(published(CHANNEL)).isEmpty();
    }

    @Test
    void withoutATransactionAnObserverIsRefusedBeforeItsBodyRuns() {
        assertThatThrownBy(() -> placedEvent.fire(new Placed("x"))).hasStackTraceContaining("OBX-0040");

        assertThat(published(CHANNEL)).isEmpty();
    }

    @Test
    void withoutATransactionEmitterAndOutboxRefuse() {
        CompletableFuture<Void> stage = emitters.field().send(new Placed("x")).toCompletableFuture();

        assertThat(stage).isCompletedExceptionally();
        assertThatThrownBy(stage::join).hasStackTraceContaining("OBX-0040");
        assertThatThrownBy(() -> outbox.record(CHANNEL, "x")).hasMessageStartingWith("OBX-0040");
        assertThat(published(CHANNEL)).isEmpty();
    }

    @Test
    void aChannelWithItsOwnTransactionNeedsNone() {
        assertThat(unguarded.own("1")).isEqualTo(new Placed("1"));
        outbox.record(OWN, new Placed("2"));

        assertThat(published(OWN)).extracting(Received::text).containsExactly("{\"id\":\"1\"}", "{\"id\":\"2\"}");
    }

    @Test
    void aChannelWithItsOwnTransactionJoinsTheOneThatIsThere() throws Exception {
        for (Callers.Caller caller : callers.rollingBack().values()) {
            caller.call(() -> unguarded.own("1"));
        }

        assertThat(published(OWN)).isEmpty();
    }

    // ---- what a method returns

    @Test
    void aPayloadIsOneEvent() {
        assertThat(returns.payload("1")).isEqualTo(new Placed("1"));

        assertThat(ids()).containsExactly("1");
    }

    @Test
    void aMessageIsOneEventAndIsAcknowledged() {
        List<String> acknowledged = new ArrayList<>();

        returns.message(Message.of(new Placed("1"), () -> {
            acknowledged.add("1");
            return CompletableFuture.completedFuture(null);
        }));

        assertThat(ids()).containsExactly("1");
        assertThat(acknowledged).containsExactly("1");
    }

    @Test
    void aMessageWithMetadataIsOneEventWithIt() {
        returns.message(OutboxMessage.of(
                new Placed("1"), OutboxMetadata.none().withId("id-1").withKey("key-1")));

        assertThat(published(CHANNEL)).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo("id-1");
            assertThat(message.key()).isEqualTo("key-1");
        });
    }

    @Test
    void anotherMessageImplementationIsAskedForItsMetadata() {
        returns.message(new UnwrappingMessage(new Placed("1")));

        assertThat(published(CHANNEL)).extracting(Received::key).containsExactly("unwrapped");
    }

    @Test
    void anIterableIsOneEventForEachElementInOrder() {
        assertThat(returns.iterable(List.of("1", "2", "3"))).hasSize(3);

        assertThat(ids()).containsExactly("1", "2", "3");
    }

    @Test
    void messagesInAnIterableKeepTheirMetadata() {
        returns.messages(List.of(
                OutboxMessage.of(new Placed("1"), OutboxMetadata.none().withKey("a")),
                OutboxMessage.of(new Placed("2"), OutboxMetadata.none().withKey("b"))));

        assertThat(published(CHANNEL)).extracting(Received::key).containsExactly("a", "b");
    }

    @Test
    void anArrayIsOneEventForEachElementInOrder() {
        assertThat(returns.array("1", "2", "3")).hasSize(3);

        assertThat(ids()).containsExactly("1", "2", "3");
    }

    @Test
    void aStreamIsOneEventForEachElementInOrderAndTheCallerStillHasIt() {
        assertThat(returns.stream(Stream.of("1", "2", "3")))
                .containsExactly(new Placed("1"), new Placed("2"), new Placed("3"));

        assertThat(ids()).containsExactly("1", "2", "3");
    }

    @Test
    void aPresentOptionalIsOneEvent() {
        assertThat(returns.optional("1")).contains(new Placed("1"));

        assertThat(ids()).containsExactly("1");
    }

    @Test
    void nothingReturnedIsNoEvent() {
        assertThat(returns.payload(null)).isNull();
        assertThat(returns.optional(null)).isEmpty();
        assertThat(returns.iterable(List.of())).isEmpty();
        assertThat(returns.array()).isEmpty();
        assertThat(returns.stream(Stream.of())).isEmpty();

        assertThat(ids()).isEmpty();
    }

    @Test
    void aNullElementIsRefusedAndNothingOfItsCollectionIsRecorded() {
        assertThatThrownBy(() -> returns.iterable(Arrays.asList("1", null))).hasMessageStartingWith("OBX-0048");
        assertThatThrownBy(() -> returns.array("1", null)).hasMessageStartingWith("OBX-0048");
        assertThatThrownBy(() -> returns.stream(Stream.of("1", null))).hasMessageStartingWith("OBX-0048");

        assertThat(ids()).isEmpty();
    }

    // ---- emitters and the outbox

    @Test
    void anEmitterCompletesItsStageWhenTheEventIsRecorded() throws Exception {
        List<CompletionStage<Void>> stages = new ArrayList<>();

        callers.commit(() -> stages.add(emitters.field().send(new Placed("1"))));

        assertThat(stages).singleElement().satisfies(stage -> assertThat(stage.toCompletableFuture())
                .isCompleted());
        assertThat(ids()).containsExactly("1");
    }

    @Test
    void emittersAreInjectedIntoFieldsConstructorsAndInitializers() throws Exception {
        callers.commit(() -> {
            emitters.field().send(new Placed("field"));
            emitters.constructor().send(new Placed("constructor"));
            emitters.initializer().send(new Placed("initializer"));
        });

        assertThat(ids()).containsExactly("field", "constructor", "initializer");
    }

    @Test
    void anEmittedMessageIsAcknowledgedWhenItIsRecorded() throws Exception {
        List<String> calls = new ArrayList<>();

        callers.commit(() -> emitters.field().send(new TellingMessage(new Placed("1"), calls)));

        assertThat(calls).containsExactly("ack");
        assertThat(ids()).containsExactly("1");
    }

    @Test
    void anEmittedMessageIsNegativelyAcknowledgedWhenItIsRefused() {
        List<String> calls = new ArrayList<>();

        assertThatThrownBy(() -> emitters.field().send(new TellingMessage(new Placed("1"), calls)))
                .hasMessageStartingWith("OBX-0040");

        assertThat(calls).containsExactly("nack OBX-0040");
        assertThat(ids()).isEmpty();
    }

    @Test
    void anEmitterRefusesNothingSilentlyWithinATransaction() {
        assertThatThrownBy(() -> callers.commit(() -> {
                    tables.insert("bad");
                    emitters.field().send((Placed) null);
                }))
                .as("the transaction is marked, although the emitter threw nothing")
                .isInstanceOf(jakarta.transaction.RollbackException.class);

        assertThat(tables.committed("bad")).isZero();
        assertThat(ids()).isEmpty();
    }

    @Test
    void theOutboxReturnsTheIdThatReceiversSee() throws Exception {
        List<String> returned = new ArrayList<>();

        callers.commit(() -> {
            returned.add(outbox.record(CHANNEL, new Placed("1")));
            returned.add(outbox.record(
                    CHANNEL, new Placed("2"), OutboxMetadata.none().withId("mine")));
        });

        assertThat(published(CHANNEL)).extracting(Received::id).containsExactlyElementsOf(returned);
        assertThat(returned).last().isEqualTo("mine");
    }

    @Test
    void oneTransactionRecordsOnSeveralChannels() throws Exception {
        callers.commit(() -> {
            cdi.place("several");
            outbox.record("capture-other", new Placed("other"));
            outbox.record("capture-third", new Placed("third"));
        });

        assertThat(published(CHANNEL)).hasSize(1);
        assertThat(published("capture-other")).hasSize(1);
        assertThat(published("capture-third")).hasSize(1);
    }

    @Test
    void eventsOfNestedTransactionsShareTheFateOfTheirOwn() throws Exception {
        callers.rollingBack().get("UserTransaction.rollback").call(() -> {
            cdi.place("outer");
            cdi.placeInNew("inner");
        });

        assertThat(ids()).containsExactly("inner");
        assertThat(tables.committed("inner")).isOne();
        assertThat(tables.committed("outer")).isZero();
    }

    // ----

    /** What was published on a channel, once everything that is in the outbox was. */
    private List<Received> published(String channel) {
        Await.until("an empty outbox", () -> tables.outbox().isEmpty());
        return queues.drain(channel);
    }

    private List<String> ids() {
        return published(CHANNEL).stream()
                .map(message -> message.text().replaceAll(".*\"id\":\"(.*)\".*", "$1"))
                .toList();
    }

    /** An event. */
    public record Placed(String id) {}

    /** Another event. */
    public record Paid(String id) {}

    @ApplicationScoped
    @Transactional
    public static class CdiOrders {

        @EJB
        Tables tables;

        @Outgoing(CHANNEL)
        public Placed place(String id) {
            tables.insert(id);
            return new Placed(id);
        }

        @Outgoing(CHANNEL)
        @Transactional(Transactional.TxType.REQUIRES_NEW)
        public Placed placeInNew(String id) {
            return place(id);
        }

        @Outgoing(CHANNEL)
        public Placed fail(String id) {
            tables.insert(id);
            throw new IllegalStateException("on purpose");
        }
    }

    /** The local interface of the next. */
    public interface LocalOrders {
        Placed place(String id);
    }

    /** Has the annotated method. */
    public abstract static class BaseOrders {

        @EJB
        Tables tables;

        @Outgoing(CHANNEL)
        public Placed place(String id) {
            tables.insert(id);
            return new Placed(id);
        }
    }

    @ApplicationScoped
    @Transactional
    public static class DerivedOrders extends BaseOrders {}

    @ApplicationScoped
    public static class Observer {

        @Outgoing(CHANNEL)
        Placed on(@Observes Placed placed) {
            return placed;
        }
    }

    @ApplicationScoped
    public static class Unguarded {

        static final Set<String> BODIES = java.util.concurrent.ConcurrentHashMap.newKeySet();

        @Outgoing(CHANNEL)
        public Placed noTransaction(String id) {
            BODIES.add(id);
            return new Placed(id);
        }

        @Outgoing(CHANNEL)
        @Transactional(Transactional.TxType.NOT_SUPPORTED)
        public Placed notSupported(String id) {
            BODIES.add(id);
            return new Placed(id);
        }

        @Outgoing(OWN)
        public Placed own(String id) {
            return new Placed(id);
        }
    }

    @ApplicationScoped
    @Transactional
    public static class Returns {

        @Outgoing(CHANNEL)
        public Placed payload(String id) {
            return placed(id);
        }

        @Outgoing(CHANNEL)
        public Message<Placed> message(Message<Placed> message) {
            return message;
        }

        @Outgoing(CHANNEL)
        public List<Placed> iterable(List<String> ids) {
            return ids.stream().map(Returns::placed).toList();
        }

        @Outgoing(CHANNEL)
        public Set<Message<Placed>> messages(List<Message<Placed>> messages) {
            return new java.util.LinkedHashSet<>(messages);
        }

        @Outgoing(CHANNEL)
        public Placed[] array(String... ids) {
            return Stream.of(ids).map(Returns::placed).toArray(Placed[]::new);
        }

        @Outgoing(CHANNEL)
        public Stream<Placed> stream(Stream<String> ids) {
            return ids.map(Returns::placed);
        }

        @Outgoing(CHANNEL)
        public Optional<Placed> optional(String id) {
            return Optional.ofNullable(placed(id));
        }

        private static Placed placed(String id) {
            return id == null ? null : new Placed(id);
        }
    }

    @ApplicationScoped
    public static class Emitters {

        @Inject
        @Channel(CHANNEL)
        Emitter<Placed> field;

        Emitter<Placed> constructor;
        Emitter<Placed> initializer;

        protected Emitters() {}

        @Inject
        public Emitters(@Channel(CHANNEL) Emitter<Placed> emitter) {
            this.constructor = emitter;
        }

        @Inject
        void initialize(@Channel(CHANNEL) Emitter<Placed> emitter) {
            this.initializer = emitter;
        }

        public Emitter<Placed> field() {
            return field;
        }

        public Emitter<Placed> constructor() {
            return constructor;
        }

        public Emitter<Placed> initializer() {
            return initializer;
        }
    }

    /** A message of somebody else's. */
    public record UnwrappingMessage(Placed payload) implements Message<Placed> {

        @Override
        public Placed getPayload() {
            return payload;
        }

        @Override
        public <C> C unwrap(Class<C> type) {
            return type.cast(OutboxMetadata.none().withKey("unwrapped"));
        }
    }

    /** Notes how it was acknowledged. */
    public record TellingMessage(Placed payload, List<String> calls) implements Message<Placed> {

        @Override
        public Placed getPayload() {
            return payload;
        }

        @Override
        public CompletionStage<Void> ack() {
            calls.add("ack");
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<Void> nack(Throwable reason) {
            calls.add("nack " + reason.getMessage().substring(0, 8));
            return CompletableFuture.completedFuture(null);
        }
    }
}
