// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.interceptors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.Outbox;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.Callers;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.EjbCaller;
import io.onceward.scenarios.support.LogLines;
import io.onceward.scenarios.support.Queues;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.TransactionRequiredException;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Recording has its place among what else surrounds a method: inside of its transaction, around its validation. */
@ExtendWith(ArquillianExtension.class)
@AnyMessaging
@SameInFamily
public class InterceptorsScenario {

    static final String CHANNEL = "interceptors";
    static final int LONGEST = 50;

    private static final String TOO_LONG = "x".repeat(LONGEST + 1);

    @Inject
    Orders orders;

    @EJB
    EjbOrders ejb;

    @EJB
    SecuredOrders secured;

    @Inject
    Event<Placed> placed;

    @Inject
    Event<Finished> finished;

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
                        "interceptors",
                        Await.class,
                        Callers.class,
                        EjbCaller.class,
                        LogLines.class,
                        Queues.class,
                        ConsumedMessage.class,
                        Tables.class,
                        EjbOrders.class,
                        SecuredOrders.class,
                        Shouting.class,
                        ShoutingInterceptor.class,
                        Signed.class,
                        SignedInterceptor.class),
                "onceward.schema=create");
    }

    /** Removes the messages of a failed test. */
    @BeforeEach
    void beginWithNothing() {
        if (queues != null) { // in the server, not in the test's own process
            published();
        }
    }

    // ---- transactions

    @Test
    void requiresNewRecordsInItsOwnTransactionAndLeavesTheCallersAlone() throws Exception {
        for (Callers.Caller caller : callers.rollingBack().values()) {
            String id = id();
            String outer = id();

            caller.call(() -> {
                tables.insert(outer);
                orders.requiresNew(id);
            });

            assertThat(published()).containsExactly(id);
            assertThat(tables.committed(id)).isOne();
            assertThat(tables.committed(outer)).isZero();
        }
    }

    @Test
    void mandatoryRecordsInTheCallersTransaction() throws Exception {
        for (Consumer<String> order : List.<Consumer<String>>of(orders::mandatory, ejb::mandatory)) {
            String id = id();
            callers.commit(() -> order.accept(id));

            assertThat(published()).containsExactly(id);
            assertThat(tables.committed(id)).isOne();
        }
    }

    @Test
    void mandatoryWithoutATransactionIsRefusedByTheContainerAndRecordsNothing() {
        String id = id();

        assertThatThrownBy(() -> orders.mandatory(id)).hasRootCauseInstanceOf(TransactionRequiredException.class);
        assertThatThrownBy(() -> ejb.mandatory(id)).isInstanceOf(EJBException.class);

        verifyNothingHappened(id);
    }

    @Test
    void neverWithinATransactionIsRefusedByTheContainerAndRecordsNothing() throws Exception {
        String id = id();

        callers.commit(() -> {
            assertThatThrownBy(() -> orders.never(id)).hasRootCauseInstanceOf(InvalidTransactionException.class);
            assertThatThrownBy(() -> ejb.never(id)).isInstanceOf(EJBException.class);
        });

        verifyNothingHappened(id);
    }

    @Test
    void neverWithoutATransactionIsRefusedByOnceward() {
        String id = id();

        assertThatThrownBy(() -> orders.never(id)).hasStackTraceContaining("OWD-0040");
        assertThatThrownBy(() -> ejb.never(id)).hasStackTraceContaining("OWD-0040");

        verifyNothingHappened(id);
    }

    @Test
    void notSupportedWithinATransactionIsRefusedAndLeavesTheCallersAlone() throws Exception {
        String id = id();
        String outer = id();

        callers.commit(() -> {
            tables.insert(outer);
            assertThatThrownBy(() -> orders.notSupported(id)).hasStackTraceContaining("OWD-0040");
        });

        verifyNothingHappened(id);
        assertThat(tables.committed(outer)).isOne();
    }

    @Test
    void supportsRecordsWithinATransactionAndIsRefusedWithoutOne() throws Exception {
        String id = id();
        String refused = id();

        callers.commit(() -> orders.supports(id));
        assertThatThrownBy(() -> orders.supports(refused)).hasStackTraceContaining("OWD-0040");

        assertThat(published()).containsExactly(id);
        assertThat(tables.committed(refused)).isZero();
    }

    // ---- validation

    @Test
    void aValidCallIsRecorded() {
        String id = id();

        assertThat(orders.validated(id)).isEqualTo(id);
        assertThat(ejb.validated(id)).isEqualTo(id);
        assertThat(orders.cascading(new Order(id, 1))).isEqualTo(id);

        assertThat(published()).containsExactly(id, id, id);
    }

    @Test
    void anInvalidArgumentRecordsNothing() {
        assertThatThrownBy(() -> orders.validated(" ")).hasStackTraceContaining(violation());
        assertThatThrownBy(() -> ejb.validated(" ")).hasStackTraceContaining(violation());
        assertThatThrownBy(() -> orders.cascading(new Order(" ", 0))).hasStackTraceContaining(violation());

        verifyNothingHappened(" ");
    }

    @Test
    void anInvalidReturnValueRecordsNothingAndRollsBack() {
        assertThatThrownBy(() -> orders.validated(TOO_LONG)).hasStackTraceContaining(violation());
        assertThatThrownBy(() -> ejb.validated(TOO_LONG)).hasStackTraceContaining(violation());

        verifyNothingHappened(TOO_LONG);
    }

    private static String violation() {
        return ConstraintViolationException.class.getName();
    }

    // ---- security

    @Test
    void aRefusedCallerRecordsNothing() {
        String id = id();

        assertThatThrownBy(() -> secured.forBuyers(id)).isInstanceOf(EJBException.class);
        assertThatThrownBy(() -> secured.forNoRole(id)).isInstanceOf(EJBException.class);

        verifyNothingHappened(id);
    }

    @Test
    void aPermittedCallerRecords() {
        String id = id();

        secured.forEachRole(id);

        assertThat(published()).containsExactly(id);
    }

    // ---- interceptors of the application

    @Test
    void aResultChangedInsideOfOncewardsInterceptorIsRecorded() {
        String id = id();

        assertThat(orders.changedInside(id)).isEqualTo(id + "!");
        assertThat(ejb.changedInside(id)).isEqualTo(id + "!");

        assertThat(published()).containsExactly(id + "!", id + "!");
    }

    @Test
    void aResultChangedOutsideOfOncewardsInterceptorIsNotRecorded() {
        String id = id();

        assertThat(orders.changedOutside(id)).isEqualTo(id + " (signed)");
        assertThat(ejb.changedOutside(id)).isEqualTo(id + " (signed)");

        assertThat(published()).containsExactly(id, id);
    }

    // ---- CDI events

    @Test
    void observersInATransactionRecordInItInProgressAndBeforeItsCompletion() throws Exception {
        String id = id();

        callers.commit(() -> {
            placed.fire(new Placed(id));
            assertThat(tables.outbox()).as("nothing is written early").isEmpty();
        });

        assertThat(published()).containsExactlyInAnyOrder("in progress " + id, "before completion " + id);
    }

    @Test
    void eventsOfObserversRollBackWithTheTransaction() throws Exception {
        for (Callers.Caller caller : callers.rollingBack().values()) {
            caller.call(() -> placed.fire(new Placed(id())));
        }

        assertThat(published()).isEmpty();
    }

    @Test
    void afterItsCompletionAnObserverIsRefusedAndLogged() throws Exception {
        String id = id();

        try (LogLines log = LogLines.of("")) {
            callers.commit(() -> {
                tables.insert(id);
                finished.fire(new Finished(id));
            });

            assertThat(Late.REFUSALS).containsExactlyInAnyOrder("after success " + id, "after completion " + id);
            assertThat(log.containing("OWD-004")).as("the log").isNotEmpty();
        }
        assertThat(published()).isEmpty();
        assertThat(tables.committed(id)).as("what was committed stays").isOne();
    }

    // ----

    private void verifyNothingHappened(String id) {
        assertThat(published()).isEmpty();
        assertThat(tables.committed(id)).isZero();
    }

    /** The texts of what was published, once everything that is in the outbox was. */
    private List<String> published() {
        Tables.awaitEmptyOutbox(tables);
        return queues.drain(CHANNEL).stream().map(ConsumedMessage::text).toList();
    }

    private static String id() {
        return UUID.randomUUID().toString();
    }

    /** A CDI event. */
    public record Placed(String id) {}

    /** Another one, whose observers come too late. */
    public record Finished(String id) {}

    /** Has constraints of its own. */
    public record Order(@NotBlank String id, @Positive int amount) {}

    @ApplicationScoped
    public static class Orders {

        @EJB
        Tables tables;

        @Outgoing(CHANNEL)
        @Transactional(TxType.REQUIRES_NEW)
        public String requiresNew(String id) {
            tables.insert(id);
            return id;
        }

        @Outgoing(CHANNEL)
        @Transactional(TxType.MANDATORY)
        public String mandatory(String id) {
            tables.insert(id);
            return id;
        }

        @Outgoing(CHANNEL)
        @Transactional(TxType.NEVER)
        public String never(String id) {
            tables.insert(id);
            return id;
        }

        @Outgoing(CHANNEL)
        @Transactional(TxType.NOT_SUPPORTED)
        public String notSupported(String id) {
            tables.insert(id);
            return id;
        }

        @Outgoing(CHANNEL)
        @Transactional(TxType.SUPPORTS)
        public String supports(String id) {
            tables.insert(id);
            return id;
        }

        @Transactional
        @Outgoing(CHANNEL)
        @Size(max = LONGEST)
        public String validated(@NotBlank String id) {
            tables.insert(id);
            return id;
        }

        @Transactional
        @Outgoing(CHANNEL)
        public String cascading(@Valid Order order) {
            tables.insert(order.id());
            return order.id();
        }

        @Shouting
        @Transactional
        @Outgoing(CHANNEL)
        public String changedInside(String id) {
            return id;
        }

        @Signed
        @Transactional
        @Outgoing(CHANNEL)
        public String changedOutside(String id) {
            return id;
        }
    }

    @ApplicationScoped
    public static class Observers {

        @Outgoing(CHANNEL)
        String inProgress(@Observes(during = TransactionPhase.IN_PROGRESS) Placed event) {
            return "in progress " + event.id();
        }

        @Outgoing(CHANNEL)
        String beforeCompletion(@Observes(during = TransactionPhase.BEFORE_COMPLETION) Placed event) {
            return "before completion " + event.id();
        }
    }

    /** Records by {@code Outbox}: an {@code @Outgoing} on such observers fails the deployment. */
    @ApplicationScoped
    public static class Late {

        static final List<String> REFUSALS = new java.util.concurrent.CopyOnWriteArrayList<>();

        @Inject
        Outbox outbox;

        void afterSuccess(@Observes(during = TransactionPhase.AFTER_SUCCESS) Finished event) {
            record("after success " + event.id());
        }

        void afterCompletion(@Observes(during = TransactionPhase.AFTER_COMPLETION) Finished event) {
            record("after completion " + event.id());
        }

        private void record(String text) {
            try {
                outbox.record(CHANNEL, text);
            } catch (RuntimeException e) {
                REFUSALS.add(text);
                throw e;
            }
        }
    }
}
