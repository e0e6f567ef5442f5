// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncebox.codec.BuiltInCodecs;
import io.oncebox.fixture.MemoryDatabase;
import io.oncebox.outbox.Backpressure;
import io.oncebox.outbox.Channel;
import io.oncebox.outbox.EventLimits;
import io.oncebox.outbox.OutboxRecorder;
import io.oncebox.outbox.Recording;
import io.oncebox.tracing.ContextPropagation;
import io.oncebox.transaction.CallerTransaction;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that an application sends, in real transactions. */
class OutboxEmitterTest {

    private final MemoryDatabase database = new MemoryDatabase();
    private final TransactionManager manager = database.transactionManager();
    private final PayloadStore store = new PayloadStore();
    private final OutboxEmitter<String> emitter = new OutboxEmitter<>(new OneChannel(), "orders");

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
    void recordedMessageIsAcknowledged() throws Exception {
        SentMessage message = new SentMessage(() -> "placed");
        emitter.send(message);
        manager.commit();
        assertThat(store.written).containsExactly("placed");
        assertThat(message.acknowledgements).isEqualTo(1);
        assertThat(message.refusals).isEmpty();
    }

    @Test
    void refusedMessageIsAcknowledgedNegativelyAndRollsBack() throws Exception {
        SentMessage message = new SentMessage(() -> "half of a pair: \ud83d");
        assertThatThrownBy(() -> emitter.send(message))
                .hasMessageStartingWith("OBX-0042")
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
    void failureOfTheNegativeAcknowledgementDoesNotHideTheFirst() throws Exception {
        RuntimeException failure = new IllegalStateException("the session is closed");
        RuntimeException further = new IllegalStateException("the session can't be told");
        SentMessage message = new SentMessage(() -> {
            throw failure;
        });
        message.onNack = reason -> {
            throw further;
        };
        assertThatThrownBy(() -> emitter.send(message)).isSameAs(failure).hasSuppressedException(further);
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
    void messageWhoseAcknowledgementFailsRollsBackAndIsNotAcknowledgedNegatively() throws Exception {
        RuntimeException failure = new IllegalStateException("the session is closed");
        SentMessage message = new SentMessage(() -> "placed");
        message.onAck = () -> {
            throw failure;
        };
        assertThatThrownBy(() -> emitter.send(message)).isSameAs(failure);
        assertThat(message.refusals).isEmpty();
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
    }

    private void assertRolledBack(SentMessage message, Throwable refusal) throws Exception {
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
        assertThat(message.refusals).containsExactly(refusal);
        assertThat(message.acknowledgements).isZero();
        manager.rollback();
        assertThat(store.written).isEmpty();
    }

    /** A container that records on one channel. */
    private final class OneChannel extends OnceboxContainer {

        private final OutboxRecorder recorder = new OutboxRecorder(
                database.synchronizationRegistry(),
                null,
                BuiltInCodecs.builtIn(),
                new EventLimits(1000, 1000),
                new Backpressure(0, Runnable::run),
                new ContextPropagation(List.of()),
                (written, events) -> {});

        @Override
        Recording recording(String channel) {
            return recorder.open(
                    new Channel(channel, store, new SilentPublisher(), "test:x", false, UnaryOperator.identity()));
        }

        @Override
        <T, E extends Exception> T rollBackOnFailure(CallerTransaction.Work<T, E> work) throws E {
            return new CallerTransaction(database.synchronizationRegistry()).rollBackOnFailure(work);
        }
    }
}
