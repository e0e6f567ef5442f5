// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.codec.BuiltInCodecs;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.outbox.Channel;
import io.onceward.outbox.Destination;
import io.onceward.outbox.EventLimits;
import io.onceward.outbox.OutboxRecorder;
import io.onceward.spi.Transactions;
import io.onceward.tracing.ContextPropagation;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.Status;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events of a method without a transaction, on a channel that opens one, in real transactions. */
class ReturnedEventsTest {

    private final MemoryDatabase database = new MemoryDatabase();
    private final PayloadStore store = new PayloadStore();
    private final NoUndo sentinels = new NoUndo();
    private Runnable requirement = () -> {};

    @AfterEach
    void noTransactionIsLeft() throws Exception {
        assertThat(database.transactionManager().getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        database.close();
    }

    @Test
    void eventsCommitInOneTransaction() {
        record(List.of("placed", "paid"), MemoryDatabase::inTransaction);
        assertThat(store.written).containsExactly("placed", "paid");
    }

    @Test
    void failureOfAnIteratorReachesTheCallerUnchanged() {
        RuntimeException failure = new IllegalStateException("the cursor is closed");
        Iterator<String> first = List.of("placed").iterator();
        Iterable<String> events = () -> new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public String next() {
                if (first.hasNext()) {
                    return first.next();
                }
                throw failure;
            }
        };
        assertThatThrownBy(() -> record(events, MemoryDatabase::inTransaction)).isSameAs(failure);
        assertThat(store.written).isEmpty();
    }

    @Test
    void failureOfAPayloadReachesTheCallerUnchanged() {
        RuntimeException failure = new IllegalStateException("the session is closed");
        SentMessage message = new SentMessage(() -> {
            throw failure;
        });
        assertThatThrownBy(() -> record(message, MemoryDatabase::inTransaction)).isSameAs(failure);
        assertThat(message.refusals).containsExactly(failure);
        assertThat(store.written).isEmpty();
    }

    @Test
    void messagesAreAcknowledgedAfterTheCommit() {
        List<SentMessage> messages = List.of(new SentMessage(() -> "placed"), new SentMessage(() -> "paid"));
        List<String> writtenBefore = new ArrayList<>();
        messages.forEach(message -> message.onAck = () -> writtenBefore.addAll(store.written));
        record(messages, MemoryDatabase::inTransaction);
        assertThat(writtenBefore).containsExactly("placed", "paid", "placed", "paid");
        assertThat(messages).allSatisfy(message -> {
            assertThat(message.acknowledgements).isEqualTo(1);
            assertThat(message.refusals).isEmpty();
        });
    }

    @Test
    void messageIsAcknowledgedNegativelyOnceIfTheWriteFails() {
        store.failure = new IllegalStateException("the disk is full");
        SentMessage message = new SentMessage(() -> "placed");
        assertThatThrownBy(() -> record(message, MemoryDatabase::inTransaction)).hasMessageStartingWith("OWD-0051");
        assertThat(message.acknowledgements).isZero();
        assertThat(message.refusals).singleElement().satisfies(reason -> assertThat(reason)
                .hasMessageStartingWith("OWD-0200"));
    }

    @Test
    void allMessagesAreAcknowledgedNegativelyIfOneIsRefused() {
        SentMessage first = new SentMessage(() -> "placed");
        SentMessage refused = new SentMessage(() -> "half of a pair: \ud83d");
        SentMessage notReached = new SentMessage(() -> "paid");
        assertThatThrownBy(() -> record(Stream.of(first, refused, notReached), MemoryDatabase::inTransaction))
                .hasMessageStartingWith("OWD-0042");
        assertThat(store.written).isEmpty();
        assertThat(List.of(first, refused, notReached)).allSatisfy(message -> {
            assertThat(message.acknowledgements).isZero();
            assertThat(message.refusals).hasSize(1);
        });
    }

    @Test
    void messageIsAcknowledgedNegativelyIfNoTransactionBegins() {
        SentMessage message = new SentMessage(() -> "placed");
        assertThatThrownBy(() -> record(message, work -> {
                    throw new NotSupportedException("no more transactions");
                }))
                .hasMessageStartingWith("OWD-0051");
        assertThat(message.refusals).singleElement().satisfies(reason -> assertThat(reason)
                .hasMessageStartingWith("OWD-0051"));
    }

    @Test
    void messagesAreAcknowledgedNegativelyIfTheTransactionIsLost() {
        RuntimeException lost = new IllegalStateException("the transaction is lost");
        requirement = () -> {
            throw lost;
        };
        SentMessage message = new SentMessage(() -> "placed");
        assertThatThrownBy(() -> record(message, MemoryDatabase::inTransaction)).isSameAs(lost);
        assertThat(message.refusals).containsExactly(lost);
        assertThat(store.written).isEmpty();
    }

    /** A container wraps an error of a bean's method into an EJBException. */
    @Test
    void errorThatTheContainerWrapsReachesTheCallerUnchanged() {
        Error failure = new NoClassDefFoundError("com/example/Order");
        SentMessage message = new SentMessage(() -> {
            throw failure;
        });
        assertThatThrownBy(() -> record(message, ReturnedEventsTest::inWrappingContainer))
                .isSameAs(failure);
        assertThat(store.written).isEmpty();
    }

    private static <T> T inWrappingContainer(Callable<T> work) throws Exception {
        try {
            return MemoryDatabase.inTransaction(work);
        } catch (Error e) {
            throw new IllegalStateException("an exception of the container", e);
        }
    }

    @Test
    void failureOfTheWriteIsTheDatabases() {
        store.failure = new IllegalStateException("the disk is full");
        assertThatThrownBy(() -> record("placed", MemoryDatabase::inTransaction))
                .hasMessageStartingWith("OWD-0051")
                .hasMessageContaining("channel 'orders'")
                .hasRootCause(store.failure);
    }

    @Test
    void failureOfTheBeginIsTheDatabases() {
        Exception failure = new NotSupportedException("no more transactions");
        assertThatThrownBy(() -> record("placed", work -> {
                    throw failure;
                }))
                .hasMessageStartingWith("OWD-0051")
                .hasCause(failure);
    }

    /** A payload that is there changes no database. */
    @Test
    void onlyEventsThatTheApplicationMakesInTheirTransactionNeedASentinel() {
        record("placed", MemoryDatabase::inTransaction);
        record(Optional.of("placed"), MemoryDatabase::inTransaction);
        record(new String[] {"placed", "paid"}, MemoryDatabase::inTransaction);
        record(null, MemoryDatabase::inTransaction);
        assertThat(sentinels.count).isZero();
        List<Object> made = List.of(
                List.of("placed"),
                Stream.of("placed"),
                new SentMessage(() -> "placed"),
                new SentMessage[] {new SentMessage(() -> "placed")},
                Optional.of(new SentMessage(() -> "placed")));
        made.forEach(returned -> record(returned, MemoryDatabase::inTransaction));
        assertThat(sentinels.count).isEqualTo(made.size());
    }

    private void record(Object returned, Runner runner) {
        OutboxRecorder recorder = new OutboxRecorder(
                database.synchronizationRegistry(),
                new OwnTransactions(runner),
                BuiltInCodecs.builtIn(),
                new EventLimits(1000, 1000),
                new ContextPropagation(List.of()),
                (written, events, fresh) -> {});
        Channel channel = new Channel(
                "orders",
                store,
                sentinels.sentinel(database.synchronizationRegistry()),
                List.of(new Destination("orders", new SilentPublisher(), "test:x")),
                true,
                UnaryOperator.identity(),
                (to, rows) -> {});
        new ReturnedEvents("orders", returned).record(recorder.open(channel), requirement);
    }

    /** Runs work in a new transaction. */
    private interface Runner {
        Object run(Callable<Object> work) throws Exception;
    }

    private record OwnTransactions(Runner runner) implements Transactions {

        @Override
        @SuppressWarnings("unchecked")
        public <T> T inNew(Callable<T> work) throws Exception {
            return (T) runner.run((Callable<Object>) work);
        }

        @Override
        public <T> T suspended(Callable<T> work) {
            throw new AssertionError("there is no transaction to suspend");
        }
    }
}
