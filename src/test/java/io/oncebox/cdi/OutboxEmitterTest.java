// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncebox.codec.BuiltInCodecs;
import io.oncebox.fixture.MemoryDatabase;
import io.oncebox.fixture.TestPublisher;
import io.oncebox.outbox.Backpressure;
import io.oncebox.outbox.Channel;
import io.oncebox.outbox.EventLimits;
import io.oncebox.outbox.OutboxRecorder;
import io.oncebox.outbox.Recording;
import io.oncebox.queue.AppendStore;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.tracing.ContextPropagation;
import io.oncebox.transaction.CallerTransaction;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that an application sends, in real transactions. */
class OutboxEmitterTest {

    private final MemoryDatabase database = new MemoryDatabase();
    private final TransactionManager manager = database.transactionManager();
    private final List<String> written = new ArrayList<>();
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
        Sent message = new Sent(() -> "placed");
        emitter.send(message);
        manager.commit();
        assertThat(written).containsExactly("placed");
        assertThat(message.acknowledgements).isEqualTo(1);
        assertThat(message.refusals).isEmpty();
    }

    @Test
    void refusedMessageIsAcknowledgedNegativelyAndRollsBack() throws Exception {
        Sent message = new Sent(() -> "half of a pair: \ud83d");
        assertThatThrownBy(() -> emitter.send(message))
                .hasMessageStartingWith("OBX-0042")
                .satisfies(refusal -> assertRolledBack(message, refusal));
    }

    @Test
    void messageWhosePayloadFailsIsAcknowledgedNegativelyAndRollsBack() throws Exception {
        RuntimeException failure = new IllegalStateException("the session is closed");
        Sent message = new Sent(() -> {
            throw failure;
        });
        assertThatThrownBy(() -> emitter.send(message)).isSameAs(failure);
        assertRolledBack(message, failure);
    }

    @Test
    void messageWhosePayloadDoesNotLoadIsAcknowledgedNegativelyAndRollsBack() throws Exception {
        Error failure = new NoClassDefFoundError("com/example/Order");
        Sent message = new Sent(() -> {
            throw failure;
        });
        assertThatThrownBy(() -> emitter.send(message)).isSameAs(failure);
        assertRolledBack(message, failure);
    }

    private void assertRolledBack(Sent message, Throwable refusal) throws Exception {
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
        assertThat(message.refusals).containsExactly(refusal);
        assertThat(message.acknowledgements).isZero();
        manager.rollback();
        assertThat(written).isEmpty();
    }

    /** A message that knows how it was acknowledged. */
    private static final class Sent implements Message<String> {

        private final Supplier<String> payload;
        private final List<Throwable> refusals = new ArrayList<>();
        private int acknowledgements;

        Sent(Supplier<String> payload) {
            this.payload = payload;
        }

        @Override
        public String getPayload() {
            return payload.get();
        }

        @Override
        public CompletionStage<Void> ack() {
            acknowledgements++;
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<Void> nack(Throwable reason) {
            refusals.add(reason);
            return CompletableFuture.completedFuture(null);
        }
    }

    /** A container that records on one channel. */
    private final class OneChannel extends OnceboxContainer {

        private final OutboxRecorder recorder = new OutboxRecorder(
                database.synchronizationRegistry(),
                null,
                BuiltInCodecs.builtIn(),
                new EventLimits(1000, 1000),
                new Backpressure(0),
                new ContextPropagation(List.of()),
                (store, events) -> {});

        @Override
        Recording recording(String channel) {
            return recorder.open(
                    new Channel(channel, new Store(), new Silent(), "test:x", false, UnaryOperator.identity()));
        }

        @Override
        <T, E extends Exception> T rollBackOnFailure(CallerTransaction.Work<T, E> work) throws E {
            return new CallerTransaction(database.synchronizationRegistry()).rollBackOnFailure(work);
        }
    }

    private static final class Silent extends TestPublisher {

        @Override
        public void publish(List<OutboxEvent> events) {
            throw new AssertionError("nothing is published here");
        }
    }

    private final class Store implements AppendStore {

        @Override
        public void write(List<OutboxEvent> events) {
            events.forEach(event -> written.add(new String(event.payload(), StandardCharsets.UTF_8)));
        }

        @Override
        public void writeProbe(String id) {
            throw new AssertionError("there are no probes here");
        }

        @Override
        public boolean hasProbe(String id) {
            throw new AssertionError("there are no probes here");
        }

        @Override
        public void removeProbe(String id) {
            throw new AssertionError("there are no probes here");
        }

        @Override
        public int countWaiting(int limit) {
            return 0;
        }
    }
}
