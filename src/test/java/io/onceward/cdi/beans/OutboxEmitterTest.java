// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.cdi.start.EngineGate;
import io.onceward.cdi.start.TransactionKeeper;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.outbox.Channel;
import io.onceward.outbox.Destination;
import io.onceward.outbox.EventLimits;
import io.onceward.outbox.OutboxRecorder;
import io.onceward.outbox.Recording;
import io.onceward.tracing.ContextPropagation;
import io.onceward.transaction.CallerTransaction;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that an application sends, in real transactions. */
class OutboxEmitterTest {

    private final MemoryDatabase database = new MemoryDatabase();
    private final TransactionManager manager = database.transactionManager();
    private final PayloadStore store = new PayloadStore();
    private final OutboxEmitter<String> emitter = new OutboxEmitter<>(new OneChannel(), new OneRegistry(), "orders");

    @BeforeEach
    void begin() throws Exception {
        manager.begin();
    }

    @AfterEach
    void end() throws Exception {
        if (manager.getStatus() != Status.STATUS_NO_TRANSACTION) {
            manager.rollback();
        }
        database.close();
    }

    @Test
    void messageIsAcknowledgedAfterTheCommit() throws Exception {
        SentMessage message = new SentMessage(() -> "placed");
        List<String> writtenBefore = new ArrayList<>();
        message.onAck = () -> writtenBefore.addAll(store.written);
        emitter.send(message);
        assertThat(message.acknowledgements).isZero();
        manager.commit();
        assertThat(writtenBefore).containsExactly("placed");
        assertThat(message.acknowledgements).isEqualTo(1);
        assertThat(message.refusals).isEmpty();
    }

    @Test
    void messageIsAcknowledgedNegativelyAfterTheRollback() throws Exception {
        SentMessage message = new SentMessage(() -> "placed");
        emitter.send(message);
        manager.rollback();
        assertThat(message.acknowledgements).isZero();
        assertThat(message.refusals).singleElement().satisfies(reason -> assertThat(reason)
                .hasMessageStartingWith("OWD-0200")
                .hasMessageContaining("'orders'"));
    }

    @Test
    void messageIsAcknowledgedNegativelyIfTheWriteFails() throws Exception {
        store.failure = new IllegalStateException("the disk is full");
        SentMessage message = new SentMessage(() -> "placed");
        emitter.send(message);
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertThat(message.acknowledgements).isZero();
        assertThat(message.refusals).singleElement().satisfies(reason -> assertThat(reason)
                .hasMessageStartingWith("OWD-0200"));
    }

    @Test
    void messageIsAcknowledgedNegativelyIfALaterOneIsRefused() throws Exception {
        SentMessage message = new SentMessage(() -> "placed");
        SentMessage later = new SentMessage(() -> "half of a pair: \ud83d");
        emitter.send(message);
        assertThatThrownBy(() -> emitter.send(later)).hasMessageStartingWith("OWD-0042");
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertThat(message.acknowledgements + later.acknowledgements).isZero();
        assertThat(message.refusals).singleElement().satisfies(reason -> assertThat(reason)
                .hasMessageStartingWith("OWD-0200"));
        assertThat(later.refusals).singleElement().satisfies(reason -> assertThat(reason)
                .hasMessageStartingWith("OWD-0042"));
    }

    @Test
    void refusedMessageIsAcknowledgedNegativelyAndRollsBack() throws Exception {
        SentMessage message = new SentMessage(() -> "half of a pair: \ud83d");
        assertThatThrownBy(() -> emitter.send(message))
                .hasMessageStartingWith("OWD-0042")
                .satisfies(refusal -> assertRolledBack(message, refusal));
    }

    @Test
    void messageWhosePayloadFailsIsAcknowledgedNegativelyAndRollsBack() throws Exception {
        RuntimeException failure = new IllegalStateException("the session is closed");
        SentMessage message = new SentMessage(() -> {
            throw failure;
        });
        assertThatThrownBy(() -> emitter.send(message)).isSameAs(failure);
        assertRolledBack(message, failure);
    }

    @Test
    void messageWhosePayloadDoesNotLoadIsAcknowledgedNegativelyAndRollsBack() throws Exception {
        Error failure = new NoClassDefFoundError("com/example/Order");
        SentMessage message = new SentMessage(() -> {
            throw failure;
        });
        assertThatThrownBy(() -> emitter.send(message)).isSameAs(failure);
        assertRolledBack(message, failure);
    }

    @Test
    void failureOfTheNegativeAcknowledgementIsLoggedAndDoesNotHideTheFirst() throws Exception {
        RuntimeException failure = new IllegalStateException("the session is closed");
        RuntimeException further = new IllegalStateException("the session can't be told");
        SentMessage message = new SentMessage(() -> {
            throw failure;
        });
        message.onNack = reason -> {
            throw further;
        };
        try (LogLines log = new LogLines()) {
            assertThatThrownBy(() -> emitter.send(message)).isSameAs(failure);
            assertThat(log.all())
                    .singleElement()
                    .asString()
                    .startsWith("OWD-1104")
                    .contains("orders", "the session can't be told");
        }
        assertRolledBack(message, failure);
    }

    @Test
    void negativeAcknowledgementMayThrowItsReason() throws Exception {
        RuntimeException failure = new IllegalStateException("the session is closed");
        SentMessage message = new SentMessage(() -> {
            throw failure;
        });
        message.onNack = reason -> {
            throw failure;
        };
        assertThatThrownBy(() -> emitter.send(message)).isSameAs(failure).hasNoSuppressedExceptions();
        assertRolledBack(message, failure);
    }

    @Test
    void failureOfAnAcknowledgementIsLogged() throws Exception {
        SentMessage message = new SentMessage(() -> "placed");
        message.onAck = () -> {
            throw new IllegalStateException("the session is closed");
        };
        SentMessage other = new SentMessage(() -> "paid");
        emitter.send(message);
        emitter.send(other);
        try (LogLines log = new LogLines()) {
            manager.commit();
            assertThat(log.all())
                    .singleElement()
                    .asString()
                    .startsWith("OWD-1104")
                    .contains("orders", "the session is closed");
        }
        assertThat(store.written).containsExactly("placed", "paid");
        assertThat(message.refusals).isEmpty();
        assertThat(other.acknowledgements).isEqualTo(1);
    }

    @Test
    void acknowledgementThatFailsLaterIsLogged() throws Exception {
        SentMessage message = new SentMessage(() -> "placed");
        message.acknowledged = new CompletableFuture<>();
        emitter.send(message);
        manager.commit();
        try (LogLines log = new LogLines()) {
            message.acknowledged.completeExceptionally(new IllegalStateException("the session is closed"));
            assertThat(log.all())
                    .singleElement()
                    .asString()
                    .startsWith("OWD-1104")
                    .contains("orders", "the session is closed");
        }
    }

    private void assertRolledBack(SentMessage message, Throwable refusal) throws Exception {
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
        assertThat(message.refusals).containsExactly(refusal);
        assertThat(message.acknowledgements).isZero();
        manager.rollback();
        assertThat(store.written).isEmpty();
    }

    /** The engine, which records on one channel. */
    private final class OneChannel extends EngineGate {

        private final OutboxRecorder recorder = new OutboxRecorder(
                database.synchronizationRegistry(),
                null,
                BuiltInCodecs.builtIn(),
                new EventLimits(1000, 1000),
                new ContextPropagation(List.of()),
                (written, events, fresh) -> {});

        @Override
        public Recording recording(String channel) {
            return recorder.open(new Channel(
                    channel,
                    store,
                    new NoUndo().sentinel(database.synchronizationRegistry()),
                    List.of(new Destination(channel, new SilentPublisher(), "test:x")),
                    false,
                    UnaryOperator.identity(),
                    (to, rows) -> {}));
        }
    }

    private final class OneRegistry extends TransactionKeeper {

        @Override
        public <T, E extends Exception> T rollBackOnFailure(CallerTransaction.Work<T, E> work) throws E {
            return new CallerTransaction(database.synchronizationRegistry()).rollBackOnFailure(work);
        }
    }
}
