// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMessage;
import io.onceward.api.OutboxMetadata;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.Callers;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.EjbCaller;
import io.onceward.scenarios.support.Queues;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An event from any source is recorded in the transaction of its caller, or is refused. */
@ExtendWith(ArquillianExtension.class)
@AnyMessaging
@SameInFamily
public class CaptureScenario {

    static final String CHANNEL = "capture";

    static final String OWN = "capture_own";

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
    ReturnTypes returns;

    @Inject
    NonTransactional nonTransactional;

    @EJB
    NonTransactionalEjb nonTransactionalEjb;

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
                        ConsumedMessage.class,
                        Tables.class,
                        Placed.class,
                        Paid.class,
                        CdiOrders.class,
                        BaseOrders.class,
                        DerivedOrders.class,
                        LocalOrders.class,
                        PlacedObserver.class,
                        NonTransactional.class,
                        ReturnTypes.class,
                        Emitters.class,
                        UnwrappingMessage.class,
                        AcknowledgedMessage.class,
                        StatelessOrders.class,
                        SingletonOrders.class,
                        StatefulOrders.class,
                        LocalOrdersBean.class,
                        DerivedEjb.class,
                        EjbObserver.class,
                        NonTransactionalEjb.class),
                "onceward.schema=create",
                "mp.messaging.outgoing." + OWN + ".transaction=own");
    }

    /** Removes the messages of a failed test. */
    @BeforeEach
    void beginWithNothing() {
        if (queues != null) { // in the server, not in the test's own process
            published(CHANNEL);
            published(OWN);
        }
    }

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
                        .extracting(ConsumedMessage::text)
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
            assertThat(published(CHANNEL)).extracting(ConsumedMessage::text).containsExactly("{\"id\":\"" + id + "\"}");
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

    @Test
    void withoutATransactionAMethodIsRefusedBeforeItsBodyRuns() {
        for (Function<String, Object> maker : List.<Function<String, Object>>of(
                nonTransactional::noTransaction, nonTransactional::notSupported, nonTransactionalEjb::notSupported)) {
            NonTransactional.BODIES.clear();

            assertThatThrownBy(() -> maker.apply("x")).hasStackTraceContaining("OWD-0040");

            assertThat(NonTransactional.BODIES).isEmpty();
        }
        assertThat(published(CHANNEL)).isEmpty();
    }

    @Test
    void withoutATransactionAnObserverIsRefusedBeforeItsBodyRuns() {
        assertThatThrownBy(() -> placedEvent.fire(new Placed("x"))).hasStackTraceContaining("OWD-0040");

        assertThat(published(CHANNEL)).isEmpty();
    }

    @Test
    void withoutATransactionEmitterAndOutboxRefuse() {
        CompletableFuture<Void> stage = emitters.field().send(new Placed("x")).toCompletableFuture();

        assertThat(stage).isCompletedExceptionally();
        assertThatThrownBy(stage::join).hasStackTraceContaining("OWD-0040");
        assertThatThrownBy(() -> outbox.record(CHANNEL, "x")).hasMessageStartingWith("OWD-0040");
        assertThat(published(CHANNEL)).isEmpty();
    }

    @Test
    void aChannelWithItsOwnTransactionNeedsNone() {
        assertThat(nonTransactional.own("1")).isEqualTo(new Placed("1"));
        outbox.record(OWN, new Placed("2"));

        assertThat(published(OWN))
                .extracting(ConsumedMessage::text)
                .containsExactly("{\"id\":\"1\"}", "{\"id\":\"2\"}");
    }

    @Test
    void aChannelWithItsOwnTransactionJoinsTheOneThatIsThere() throws Exception {
        for (Callers.Caller caller : callers.rollingBack().values()) {
            caller.call(() -> nonTransactional.own("1"));
        }

        assertThat(published(OWN)).isEmpty();
    }

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

        assertThat(published(CHANNEL)).extracting(ConsumedMessage::key).containsExactly("unwrapped");
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

        assertThat(published(CHANNEL)).extracting(ConsumedMessage::key).containsExactly("a", "b");
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
        assertThatThrownBy(() -> returns.iterable(Arrays.asList("1", null))).hasMessageStartingWith("OWD-0048");
        assertThatThrownBy(() -> returns.array("1", null)).hasMessageStartingWith("OWD-0048");
        assertThatThrownBy(() -> returns.stream(Stream.of("1", null))).hasMessageStartingWith("OWD-0048");

        assertThat(ids()).isEmpty();
    }

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
    void aMessageIsAcknowledgedAfterTheCommitOfAnyCaller() throws Exception {
        for (var caller : callers.committing().entrySet()) {
            List<String> calls = new ArrayList<>();
            caller.getValue().call(() -> sendAndReturn(calls));
            assertThat(calls).as(caller.getKey()).containsExactly("end of the work", "ack", "ack");
        }
    }

    @Test
    void aMessageIsNegativelyAcknowledgedAfterTheRollbackOfAnyCaller() throws Exception {
        for (var caller : callers.rollingBack().entrySet()) {
            List<String> calls = new ArrayList<>();
            caller.getValue().call(() -> sendAndReturn(calls));
            assertThat(calls).as(caller.getKey()).containsExactly("end of the work", "nack OWD-0200", "nack OWD-0200");
        }
    }

    private void sendAndReturn(List<String> calls) {
        emitters.field().send(new AcknowledgedMessage(new Placed("sent"), calls));
        returns.message(new AcknowledgedMessage(new Placed("returned"), calls));
        calls.add("end of the work");
    }

    @Test
    void aMessageIsAcknowledgedWhenItsOwnTransactionHasCommitted() {
        List<String> calls = new ArrayList<>();

        nonTransactional.message(new AcknowledgedMessage(new Placed("1"), calls));

        assertThat(calls).containsExactly("ack");
        assertThat(published(OWN)).hasSize(1);
    }

    @Test
    void anEmittedMessageIsNegativelyAcknowledgedWhenItIsRefused() {
        List<String> calls = new ArrayList<>();

        assertThatThrownBy(() -> emitters.field().send(new AcknowledgedMessage(new Placed("1"), calls)))
                .hasMessageStartingWith("OWD-0040");

        assertThat(calls).containsExactly("nack OWD-0040");
        assertThat(ids()).isEmpty();
    }

    @Test
    void anEmitterMarksTheTransactionOfARefusedEvent() {
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

        assertThat(published(CHANNEL)).extracting(ConsumedMessage::id).containsExactlyElementsOf(returned);
        assertThat(returned).last().isEqualTo("mine");
    }

    @Test
    void oneTransactionRecordsOnSeveralChannels() throws Exception {
        callers.commit(() -> {
            cdi.place("several");
            outbox.record("capture_other", new Placed("other"));
            outbox.record("capture_third", new Placed("third"));
        });

        assertThat(published(CHANNEL)).hasSize(1);
        assertThat(published("capture_other")).hasSize(1);
        assertThat(published("capture_third")).hasSize(1);
    }

    @Test
    void eventsOfNestedTransactionsFollowTheirOwnTransaction() throws Exception {
        callers.rollingBack().get("UserTransaction.rollback").call(() -> {
            cdi.place("outer");
            cdi.placeInNew("inner");
        });

        assertThat(ids()).containsExactly("inner");
        assertThat(tables.committed("inner")).isOne();
        assertThat(tables.committed("outer")).isZero();
    }

    /** Returns the messages of a channel, once the outbox is empty. */
    private List<ConsumedMessage> published(String channel) {
        Tables.awaitEmptyOutbox(tables);
        return queues.drain(channel);
    }

    private List<String> ids() {
        return published(CHANNEL).stream()
                .map(message -> message.text().replaceAll(".*\"id\":\"(.*)\".*", "$1"))
                .toList();
    }
}
