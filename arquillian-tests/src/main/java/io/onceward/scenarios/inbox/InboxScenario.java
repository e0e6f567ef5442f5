// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.onceward.api.Outbox;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.LogLines;
import io.onceward.scenarios.support.Queues;
import io.onceward.scenarios.support.Tables;
import io.onceward.spi.Transactions;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** For one handler, the effects of one message commit once. */
@ExtendWith(ArquillianExtension.class)
public class InboxScenario {

    /** The calls of the handlers, rolled back or not. */
    static final Queue<String> CALLS = new ConcurrentLinkedQueue<>();

    /** The data of the previous attempt that an attempt saw. */
    static final Queue<String> LEFT_OVER = new ConcurrentLinkedQueue<>();

    @Inject
    Transactions transactions;

    @Inject
    Outbox outbox;

    @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
    TransactionSynchronizationRegistry registry;

    @EJB
    Queues queues;

    @EJB
    Tables tables;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "inbox",
                        Await.class,
                        LogLines.class,
                        Queues.class,
                        ConsumedMessage.class,
                        Tables.class,
                        OnClass.class,
                        OnMethod.class,
                        Concurrent.class,
                        Failing.class,
                        Marking.class,
                        Named.class,
                        MessageId.class,
                        One.class,
                        Two.class,
                        Forwarding.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql");
    }

    @BeforeEach
    void forgetWhatWas() {
        CALLS.clear();
        LEFT_OVER.clear();
        if (queues != null) {
            queues.drain("DLQ");
        }
    }

    // ---- duplicates

    @Test
    void aDuplicateDoesNotReachABeanWithTheAnnotationOnItsClass() {
        aDuplicateDoesNotReach("inbox_class", OnClass.class.getName());
    }

    @Test
    void aDuplicateDoesNotReachABeanWithTheAnnotationOnItsMethod() {
        aDuplicateDoesNotReach("inbox_method", OnMethod.class.getName());
    }

    private void aDuplicateDoesNotReach(String queue, String handler) {
        String id = UUID.randomUUID().toString();
        for (int i = 0; i < 5; i++) {
            queues.send(queue, id, Map.of("onceward_id", id));
        }

        awaitHandled(queue);
        assertThat(CALLS).containsExactly(id);
        assertThat(tables.committed(id)).isOne();
        assertThat(tables.inbox(handler)).contains(id);
        assertThat(queues.drain("DLQ")).isEmpty();
    }

    @Test
    void concurrentDuplicatesRunOnce() {
        for (int round = 0; round < 20; round++) {
            String id = UUID.randomUUID().toString();
            for (int i = 0; i < 5; i++) {
                queues.send("inbox_concurrent", id, Map.of("onceward_id", id));
            }

            awaitHandled("inbox_concurrent");
            assertThat(tables.committed(id)).isOne();
        }
        assertThat(CALLS).doesNotHaveDuplicates().hasSize(20);
        assertThat(queues.drain("DLQ")).isEmpty();
    }

    // ---- failures

    @Test
    void afterAnExceptionClaimAndEffectsAreGoneAndTheRedeliveryRuns() {
        String id = UUID.randomUUID().toString();
        queues.send("inbox_failing", "fail once " + id, Map.of("onceward_id", id));

        awaitCalls(2);
        awaitHandled("inbox_failing");
        assertThat(CALLS).hasSize(2);
        assertThat(LEFT_OVER).as("what each attempt found of the effects").containsExactly("0", "0");
        assertThat(tables.committed(id)).isOne();
        assertThat(tables.inbox("failing")).containsOnlyOnce(id);

        queues.send("inbox_failing", "fail once " + id, Map.of("onceward_id", id));

        awaitHandled("inbox_failing");
        assertThat(CALLS).as("a duplicate after the success").hasSize(2);
    }

    @Test
    void afterSetRollbackOnlyClaimAndEffectsAreGoneAndTheRedeliveryRuns() {
        String id = UUID.randomUUID().toString();
        queues.send("inbox_marking", id, Map.of("onceward_id", id));

        awaitCalls(2);
        awaitHandled("inbox_marking");
        assertThat(CALLS).containsExactly(id, id);
        assertThat(tables.committed(id)).isOne();
        assertThat(tables.inbox("marking")).containsOnlyOnce(id);
        assertThat(queues.drain("DLQ")).isEmpty();
    }

    @Test
    void aTransactionThatTheServerRollsBackIsNeverTakenForACommittedOne() {
        assertThatThrownBy(() -> transactions.inNew(() -> {
                    registry.setRollbackOnly();
                    return "returned normally";
                }))
                .hasMessageStartingWith("OWD-0054");
    }

    @Test
    void aMessageThatAlwaysFailsEndsInTheDeadLetterQueueWithoutClaimAndEffects() {
        String id = UUID.randomUUID().toString();
        queues.send("inbox_failing", "fail always " + id, Map.of("onceward_id", id));

        assertThat(queues.receive("DLQ").id()).isEqualTo(id);
        assertThat(CALLS).hasSizeGreaterThan(1);
        assertThat(tables.committed(id)).isZero();
        assertThat(tables.inbox("failing")).doesNotContain(id);
    }

    // ---- transactions that the database undoes

    @Test
    void aMessageWhoseHandlerSwallowsAFailedStatementComesAgain() {
        String id = UUID.randomUUID().toString();
        queues.send("inbox_failing", "swallow once " + id, Map.of("onceward_id", id));

        awaitCalls(2);
        awaitHandled("inbox_failing");
        assertThat(CALLS).hasSize(2);
        assertThat(LEFT_OVER).as("what each attempt found of the effects").containsExactly("0", "0");
        assertThat(tables.committed(id)).isOne();
        assertThat(tables.inbox("failing")).containsOnlyOnce(id);
    }

    @Test
    void aHandlerThatSwallowsAFailedStatementHasOneEffectAndOneEventInTheEnd() {
        String id = UUID.randomUUID().toString();
        queues.send("inbox_forward", "swallow once " + id, Map.of("onceward_id", id));

        awaitCalls(2);
        awaitHandled("inbox_forward");
        assertThat(CALLS).hasSize(2);
        assertThat(tables.committed(id)).isOne();
        assertThat(published("inbox_forwarded")).hasSize(1);
    }

    @Test
    void anEventOfATransactionThatHasSwallowedAFailedStatementIsNotPublished() {
        assertUndone(id -> {
            tables.insert(id);
            outbox.record("inbox_forwarded", id);
            tables.swallowFailure();
        });
    }

    @Test
    void anEventThatWasRecordedBehindASavepointIsNotPublishedAfterTheRollbackToIt() {
        assertUndone(id -> {
            tables.execute("SAVEPOINT before_the_event");
            tables.insert(id);
            outbox.record("inbox_forwarded", id);
            tables.execute("ROLLBACK TO SAVEPOINT before_the_event");
        });
    }

    private void assertUndone(Consumer<String> work) {
        String id = UUID.randomUUID().toString();
        assertThatThrownBy(() -> transactions.inNew(() -> {
                    work.accept(id);
                    return "returned normally";
                }))
                .isInstanceOf(Exception.class);
        assertThat(tables.committed(id)).isZero();
        assertThat(published("inbox_forwarded")).isEmpty();
    }

    // ---- handlers

    @Test
    void theAnnotationNamesTheHandler() {
        String id = UUID.randomUUID().toString();
        queues.send("inbox_named", id, Map.of("onceward_id", id));

        awaitHandled("inbox_named");
        assertThat(tables.inbox("billing, version 1")).contains(id);
        assertThat(tables.inbox(Named.class.getName())).isEmpty();
    }

    @Test
    void twoHandlersOfOneTopicRunOnceEach() {
        Await.until("both subscribers", () -> {
            queues.publish(
                    "inbox_topic",
                    "hello",
                    Map.of("onceward_id", UUID.randomUUID().toString()));
            return CALLS.contains("one hello") && CALLS.contains("two hello");
        });
        String id = UUID.randomUUID().toString();
        for (int i = 0; i < 3; i++) {
            queues.publish("inbox_topic", id, Map.of("onceward_id", id));
        }
        queues.publish(
                "inbox_topic", "end", Map.of("onceward_id", UUID.randomUUID().toString()));

        Await.until("the last message at both", () -> CALLS.contains("one end") && CALLS.contains("two end"));
        assertThat(CALLS).containsOnlyOnce("one " + id).containsOnlyOnce("two " + id);
        assertThat(tables.inbox("one")).contains(id);
        assertThat(tables.inbox("two")).contains(id);
    }

    // ---- identities

    @Test
    void theIdentityIsTheFirstOfEventIdCloudEventsIdAndDuplicateDetectionId() {
        String event = UUID.randomUUID().toString();
        String cloudEvent = UUID.randomUUID().toString();
        String duplicateDetection = UUID.randomUUID().toString();

        queues.send("inbox_class", "1", Map.of("_AMQ_DUPL_ID", duplicateDetection));
        queues.send(
                "inbox_class",
                "2",
                Map.of(
                        "cloudEvents_id",
                        cloudEvent,
                        "cloudEvents_source",
                        "/shop",
                        "_AMQ_DUPL_ID",
                        UUID.randomUUID().toString()));
        queues.send(
                "inbox_class",
                "3",
                Map.of(
                        "onceward_id",
                        event,
                        "cloudEvents_id",
                        cloudEvent,
                        "cloudEvents_source",
                        "/shop",
                        "_AMQ_DUPL_ID",
                        UUID.randomUUID().toString()));

        awaitHandled("inbox_class");
        assertThat(CALLS).containsExactly("1", "2", "3");
        assertThat(tables.inbox(OnClass.class.getName()))
                .contains(event, "ce /shop " + cloudEvent, "dupl " + duplicateDetection);
    }

    @Test
    void cloudEventsOfTwoSourcesMayHaveTheSameId() {
        String id = UUID.randomUUID().toString();

        queues.send("inbox_class", "1", Map.of("cloudEvents_id", id, "cloudEvents_source", "/shop"));
        queues.send("inbox_class", "2", Map.of("cloudEvents_id", id, "cloudEvents_source", "/stock"));
        queues.send("inbox_class", "3", Map.of("cloudEvents_id", id, "cloudEvents_source", "/shop"));

        awaitHandled("inbox_class");
        assertThat(CALLS).containsExactly("1", "2");
    }

    @Test
    void anIdentityLongerThanItsColumnStillTellsDuplicates() {
        String id = "x".repeat(300) + UUID.randomUUID();

        queues.send("inbox_class", "1", Map.of("onceward_id", id));
        queues.send("inbox_class", "2", Map.of("onceward_id", id));
        queues.send("inbox_class", "3", Map.of("onceward_id", id + "another"));

        awaitHandled("inbox_class");
        assertThat(CALLS).containsExactly("1", "3");
    }

    @Test
    void aMessageWithOnlyAMessageIdIsHandledAndItsHandlerIsWarnedAboutOnce() {
        try (LogLines log = LogLines.of("io.onceward")) {
            for (int i = 0; i < 3; i++) {
                queues.send("inbox_message_id", "message " + i, Map.of());
            }

            awaitHandled("inbox_message_id");
            assertThat(CALLS).containsExactly("message 0", "message 1", "message 2");
            assertThat(tables.inbox("message-id")).hasSize(3).allMatch(id -> id.startsWith("ID:"));
            assertThat(log.containing("OWD-1031")).singleElement().asString().contains("message-id");
        }
    }

    @Test
    void aMessageWithoutAnyIdentityIsRefusedAndEndsInTheDeadLetterQueue() {
        assumeTrue(queues.canSendAnonymously(), "a broker whose messages can be without an id");
        try (LogLines log = LogLines.of("")) {
            queues.sendAnonymously("inbox_class", "anonymous");

            assertThat(queues.receive("DLQ").text()).isEqualTo("anonymous");
            assertThat(CALLS).isEmpty();
            assertThat(log.containing("OWD-0060")).isNotEmpty();
            awaitHandled("inbox_class");
        }
    }

    // ---- consume and produce

    @Test
    void aHandlerRecordsAnEventInItsTransaction() {
        String id = UUID.randomUUID().toString();
        for (int i = 0; i < 3; i++) {
            queues.send("inbox_forward", id, Map.of("onceward_id", id));
        }

        awaitHandled("inbox_forward");
        assertThat(tables.committed(id)).isOne();
        assertThat(published("inbox_forwarded"))
                .extracting(ConsumedMessage::text)
                .containsExactly(id);
    }

    @Test
    void aHandlerThatFailsAfterRecordingLeavesNeitherEffectNorEvent() {
        String id = UUID.randomUUID().toString();
        queues.send("inbox_forward", "fail always " + id, Map.of("onceward_id", id));

        assertThat(queues.receive("DLQ").id()).isEqualTo(id);
        assertThat(tables.committed(id)).isZero();
        assertThat(published("inbox_forwarded")).isEmpty();
    }

    @Test
    void aHandlerThatFailsFirstHasOneEffectAndOneEventInTheEnd() {
        String id = UUID.randomUUID().toString();
        queues.send("inbox_forward", "fail once " + id, Map.of("onceward_id", id));

        awaitCalls(2);
        awaitHandled("inbox_forward");
        assertThat(CALLS).hasSize(2);
        assertThat(tables.committed(id)).isOne();
        assertThat(published("inbox_forwarded")).hasSize(1);
    }

    // ----

    private void awaitHandled(String queue) {
        Await.until("an empty queue " + queue, () -> queues.depth(queue) == 0);
    }

    /** Before a redelivery there is a moment in which the queue counts nothing. */
    private static void awaitCalls(int count) {
        Await.until(count + " calls", () -> CALLS.size() >= count);
    }

    private List<ConsumedMessage> published(String channel) {
        Tables.awaitEmptyOutbox(tables);
        return queues.drain(channel);
    }

    /** Notes the call, has an effect, and then fails if the text says so. */
    public abstract static class Handler implements MessageListener {

        @EJB
        Tables tables;

        void handle(Message message) {
            try {
                String text = message.getBody(String.class);
                String effect = text.substring(text.lastIndexOf(' ') + 1);
                CALLS.add(text);
                LEFT_OVER.add(Integer.toString(tables.count(effect)));
                tables.insert(effect);
                record(effect);
                if (text.startsWith("swallow once") && !message.getJMSRedelivered()) {
                    tables.swallowFailure();
                }
                if (text.startsWith("fail always") || (text.startsWith("fail once") && !message.getJMSRedelivered())) {
                    throw new IllegalStateException("on purpose");
                }
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        }

        void record(String effect) {
            // nothing
        }
    }

    static void note(String prefix, Message message) {
        try {
            CALLS.add(prefix + message.getBody(String.class));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
