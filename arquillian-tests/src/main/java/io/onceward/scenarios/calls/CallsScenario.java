// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.calls.Order.Customer;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.Callers;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.EjbCaller;
import io.onceward.scenarios.support.Queues;
import io.onceward.scenarios.support.Tables;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.StreamMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** For one handler, the effects of calls with one key commit once, from any caller and in any transaction. */
@ExtendWith(ArquillianExtension.class)
public class CallsScenario {

    /** The messages that reached the message-driven beans. */
    static final Queue<String> DELIVERED = new ConcurrentLinkedQueue<>();

    private final String id = UUID.randomUUID().toString();

    @Inject
    IdempotentBean bean;

    @Inject
    Callers callers;

    @Inject
    Event<Noted> events;

    @Resource(lookup = "java:comp/DefaultManagedExecutorService")
    ManagedExecutorService executor;

    @EJB
    IdempotentEjb ejb;

    @EJB
    Trap trap;

    @EJB
    Queues queues;

    @EJB
    Tables tables;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "calls",
                        Await.class,
                        Callers.class,
                        EjbCaller.class,
                        Queues.class,
                        ConsumedMessage.class,
                        Tables.class,
                        Order.class,
                        Receipt.class,
                        Noted.class,
                        Numbers.class,
                        IdempotentBean.class,
                        IdempotentEjb.class,
                        Trap.class,
                        Recording.class,
                        Keyed.class,
                        Forgetful.class,
                        Correlated.class,
                        OrderNumber.class,
                        Resolved.class,
                        LosesAcknowledgements.class,
                        LosesAcknowledgementsInterceptor.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql");
    }

    @BeforeEach
    void forgetWhatWas() {
        DELIVERED.clear();
        if (queues != null) { // in the server, not in the test's own process
            queues.drain("DLQ");
        }
    }

    // ---- transactions

    @Test
    void aBeanWithoutATransactionGetsOneOfItsOwn() {
        runsOnce("plain", bean::plain);
    }

    @Test
    void aTransactionalBeanIsJoined() {
        runsOnce("transactional", bean::transactional);
    }

    private void runsOnce(String method, Consumer<String> call) {
        call.accept(id);
        call.accept(id);
        assertThat(tables.committed(id)).isOne();
        assertThat(tables.inbox(IdempotentBean.class.getName() + "#" + method)).containsOnlyOnce(id);
    }

    @Test
    void anEjbIsIdempotentByTheAnnotationOnItsClass() {
        for (Consumer<String> call : List.<Consumer<String>>of(ejb::required, ejb::supports)) {
            String key = UUID.randomUUID().toString();
            call.accept(key);
            call.accept(key);
            assertThat(tables.committed(key)).isOne();
        }
    }

    @Test
    void theClaimCommitsWithTheTransactionOfTheCaller() throws Exception {
        for (Map.Entry<String, Callers.Caller> caller : callers.committing().entrySet()) {
            for (Consumer<String> call : List.<Consumer<String>>of(bean::plain, ejb::required)) {
                String key = UUID.randomUUID().toString();
                caller.getValue().call(() -> call.accept(key));
                caller.getValue().call(() -> call.accept(key));
                assertThat(tables.committed(key)).as(caller.getKey()).isOne();
            }
        }
    }

    @Test
    void theClaimIsGoneWithTheTransactionOfTheCaller() throws Exception {
        for (Map.Entry<String, Callers.Caller> caller : callers.rollingBack().entrySet()) {
            for (Consumer<String> call : List.<Consumer<String>>of(bean::plain, ejb::required)) {
                String key = UUID.randomUUID().toString();
                caller.getValue().call(() -> call.accept(key));
                assertThat(tables.committed(key)).as(caller.getKey()).isZero();
                call.accept(key);
                assertThat(tables.committed(key)).as("after " + caller.getKey()).isOne();
            }
        }
    }

    @Test
    void aCallThatThrowsLeavesNeitherClaimNorEffects() {
        for (Call call : List.<Call>of(bean::failing, ejb::failing)) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> call.with(id)).hasStackTraceContaining("on purpose");
                assertThat(tables.committed(id)).isZero();
            }
        }
        assertThat(tables.inbox(IdempotentBean.class.getName() + "#failing")).isEmpty();
        assertThat(tables.inbox(IdempotentEjb.class.getName() + "#failing")).isEmpty();
    }

    /** A call that may fail. */
    private interface Call {
        void with(String id) throws Exception;
    }

    @Test
    void aCallMarkedForRollbackLeavesNeitherClaimNorEffects() {
        ejb.marking(id);
        ejb.marking(id);
        assertThat(tables.committed(id)).isZero();
        assertThat(tables.inbox(IdempotentEjb.class.getName() + "#marking")).isEmpty();
    }

    /** Payara refuses the call, other servers run it. No server commits the claim without the effects. */
    @Test
    void nothingIsClaimedOutsideOfTheTransactionOfTheEffects() {
        boolean refused = false;
        try {
            trap.call(id);
        } catch (RuntimeException e) {
            refused = true;
            assertThat(e).hasStackTraceContaining("OWD-0124");
        }
        assertThat(tables.committed(id)).isEqualTo(refused ? 0 : 1);
        assertThat(tables.inbox(IdempotentBean.class.getName() + "#transactional")
                        .contains(id))
                .isEqualTo(!refused);

        bean.transactional(id);
        assertThat(tables.committed(id)).isOne();
    }

    @Test
    void concurrentCallsRunOnce() throws Exception {
        List<Future<?>> calls = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            calls.add(executor.submit(() -> ejb.required(id)));
        }
        for (Future<?> call : calls) {
            call.get();
        }
        assertThat(tables.committed(id)).isOne();
    }

    // ---- handlers and keys

    @Test
    void twoHandlersOfOneKeyRunOnceEach() {
        Order order = new Order(id, null);
        for (int i = 0; i < 3; i++) {
            bean.one(order);
            bean.two(order);
        }
        assertThat(tables.committed(id)).isEqualTo(2);
        assertThat(tables.inbox("one of two")).contains(id);
        assertThat(tables.inbox("two of two")).contains(id);
    }

    @Test
    void methodsThatShareAHandlerRunOnceTogether() {
        bean.sharedOne(id);
        bean.sharedTwo(id);
        assertThat(tables.committed(id)).isOne();
    }

    @Test
    void theKeyIsAPropertyOfAParameter() {
        int customer = id.hashCode();
        bean.byPath(id, new Order("1", new Customer(customer)));
        bean.byPath(id, new Order("2", new Customer(customer)));
        assertThat(tables.committed(id)).isOne();
        assertThat(tables.inbox("by path")).contains(String.valueOf(customer));
    }

    @Test
    void aCallWithoutAKeyIsRefused() {
        assertThatThrownBy(() -> bean.byPath(id, new Order("1", null))).hasMessageStartingWith("OWD-0121");
        assertThatThrownBy(() -> bean.plain(" ")).hasMessageStartingWith("OWD-0121");
        assertThat(tables.committed(id)).isZero();
    }

    @Test
    void aResolverMakesTheKey() {
        bean.byResolver(id, 1);
        bean.byResolver(id, 1);
        bean.byResolver(id, 2);
        assertThat(tables.committed(id)).isEqualTo(2);
        assertThat(tables.inbox("by resolver")).contains(id + " 1", id + " 2");
    }

    @Test
    void anObserverIsIdempotentInTheTransactionOfTheCaller() throws Exception {
        for (Map.Entry<String, Callers.Caller> caller : callers.rollingBack().entrySet()) {
            caller.getValue().call(() -> events.fire(new Noted(id)));
            assertThat(tables.committed(id)).as(caller.getKey()).isZero();
        }
        for (Map.Entry<String, Callers.Caller> caller : callers.committing().entrySet()) {
            caller.getValue().call(() -> events.fire(new Noted(id)));
            assertThat(tables.committed(id)).as(caller.getKey()).isOne();
        }
        events.fire(new Noted(id));
        assertThat(tables.committed(id)).isOne();
    }

    // ---- what a repeated call returns

    @Test
    void aRepeatedCallReturnsTheResultOfTheFirst() {
        Receipt receipt = bean.replayed(id);
        assertThat(bean.replayed(id)).isEqualTo(receipt);
        assertThat(receipt.items()).containsExactly("tea", "cup");
        int number = bean.number(id);
        assertThat(bean.number(id)).isEqualTo(number);
        assertThat(tables.committed(id)).as("by each of the two handlers").isEqualTo(2);
    }

    @Test
    void withoutReplayARepeatedCallReturnsNothing() {
        assertThat(bean.optional(id)).contains(id);
        assertThat(bean.optional(id)).isEmpty();
    }

    // ---- messages

    @Test
    void anInheritedMethodIsIdempotentByAPropertyOfAnyMessage() {
        List<Queues.MessageOf> kinds = List.of(
                context -> context.createTextMessage("text"),
                CallsScenario::bytes,
                CallsScenario::map,
                CallsScenario::stream,
                context -> context.createObjectMessage("object"),
                JMSContext::createMessage);
        for (Queues.MessageOf kind : kinds) {
            String order = UUID.randomUUID().toString();
            for (int i = 0; i < 2; i++) {
                queues.send("calls_keyed", context -> {
                    Message message = kind.in(context);
                    message.setStringProperty("orderId", order);
                    return message;
                });
            }
            Await.until("an empty queue", () -> queues.depth("calls_keyed") == 0);
            assertThat(tables.committed(order)).isOne();
            assertThat(tables.inbox(Keyed.class.getName())).contains(order);
        }
        assertThat(DELIVERED).hasSize(kinds.size()).doesNotHaveDuplicates();
    }

    private static Message bytes(JMSContext context) throws JMSException {
        BytesMessage message = context.createBytesMessage();
        message.writeLong(42);
        return message;
    }

    private static Message map(JMSContext context) throws JMSException {
        MapMessage message = context.createMapMessage();
        message.setInt("number", 42);
        return message;
    }

    private static Message stream(JMSContext context) throws JMSException {
        StreamMessage message = context.createStreamMessage();
        message.writeInt(42);
        return message;
    }

    @Test
    void aMessageIsIdentifiedByAHeader() {
        for (int i = 0; i < 3; i++) {
            queues.send("calls_correlated", context -> {
                Message message = context.createTextMessage("correlated");
                message.setJMSCorrelationID(id);
                return message;
            });
        }
        Await.until("an empty queue", () -> queues.depth("calls_correlated") == 0);
        assertThat(DELIVERED).containsExactly(id);
        assertThat(tables.inbox("correlated")).contains(id);
    }

    @Test
    void aResolverMakesTheKeyOfAMessage() {
        for (String type : List.of("Placed", "Placed", "Paid")) {
            queues.send("calls_resolved", context -> {
                Message message = context.createTextMessage("resolved");
                message.setStringProperty("orderNo", id);
                message.setJMSCorrelationID("c1");
                message.setJMSType(type);
                return message;
            });
        }
        Await.until("an empty queue", () -> queues.depth("calls_resolved") == 0);
        assertThat(DELIVERED).containsExactly(id, id);
        assertThat(tables.inbox("resolved")).contains(id + "/c1/Placed", id + "/c1/Paid");
    }

    @Test
    void aRedeliveryAfterALostAcknowledgementRecordsNoSecondEvent() {
        Tables.awaitEmptyOutbox(tables); // of the events of other tests
        queues.drain("calls_recorded");
        queues.send("calls_forgetful", "x", Map.of("orderId", id));

        Await.until("the redelivery", () -> tables.committed(id) > 0 && queues.depth("calls_forgetful") == 0);
        Tables.awaitEmptyOutbox(tables);
        assertThat(DELIVERED).containsExactly(id);
        assertThat(tables.committed(id)).isOne();
        assertThat(queues.drain("calls_recorded"))
                .extracting(ConsumedMessage::text)
                .containsExactly(id);
        assertThat(queues.drain("DLQ")).isEmpty();
    }
}
