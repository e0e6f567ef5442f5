// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.log.DatabaseErrors;
import io.onceward.spi.PayloadCodec;
import io.onceward.spi.Transactions;
import io.onceward.tracing.ContextPropagation;
import io.onceward.transaction.CallerTransaction;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Records events in the transaction of the calling thread. Thread-safe, also for threads that have the same transaction. */
public final class OutboxRecorder {

    private final TransactionSynchronizationRegistry registry;
    private final CallerTransaction transaction;
    private final Transactions transactions;
    private final CommitListener relays;
    private final EventFactory events;

    /** @param relays learns, after the commit of a transaction, each store and the events written into it */
    public OutboxRecorder(
            TransactionSynchronizationRegistry registry,
            Transactions transactions,
            List<PayloadCodec> codecs,
            EventLimits limits,
            ContextPropagation propagation,
            CommitListener relays) {
        this.registry = registry;
        this.transaction = new CallerTransaction(registry);
        this.transactions = transactions;
        this.relays = relays;
        this.events = new EventFactory(codecs, limits, propagation);
    }

    /**
     * Opens a recording before the work of a call, so that the caller is refused before it has worked.
     *
     * @throws OncewardException if there is no transaction and the channel demands one, or the transaction is marked for
     *     rollback or completes
     */
    public Recording open(Channel channel) {
        int status = transaction.status();
        if (status == Status.STATUS_NO_TRANSACTION) {
            if (!channel.opensOwnTransaction()) {
                throw RecordingErrors.noTransaction(channel.name());
            }
            return new Recording(this, channel, false);
        }
        requireActive(channel, status);
        channel.sentinel().set();
        return new Recording(this, channel, true);
    }

    private static void requireActive(Channel channel, int status) {
        if (status != Status.STATUS_ACTIVE) {
            throw RecordingErrors.transactionNotActive(channel.name(), status);
        }
    }

    /** Records an event in the transaction of the thread. */
    String append(Channel channel, Object payload, OutboxMetadata metadata, OutcomeListener listener) {
        return append(channel, listener, () -> {
            Objects.requireNonNull(metadata, "metadata");
            return events.create(channel, payload, metadata);
        });
    }

    /** Records an event that an adapter has encoded, in the transaction of the thread. */
    String append(Channel channel, Supplier<AdapterEvent> encoded) {
        return append(channel, OutcomeListener.NONE, () -> events.create(channel, encoded.get()));
    }

    /**
     * Encodes an object as {@link #append} does, without recording it.
     *
     * @throws OncewardException if it can't be encoded
     */
    public EncodedPayload encode(Channel channel, Object payload) {
        return events.encode(channel, payload);
    }

    private String append(Channel channel, OutcomeListener listener, Supplier<EventRows> created) {
        return transaction.rollBackOnFailure(() -> {
            EventRows rows = created.get();
            if (!rows.outbox().isEmpty()) {
                channel.admission().admit(channel, rows.outbox());
            }
            requireActive(channel, transaction.status()); // the payload or its codec may have ended the transaction
            while (!buffer().add(channel, rows, listener)) {} // written meanwhile by another thread
            return rows.id();
        });
    }

    /** Takes a local event of these handlers back that the active transaction of the thread has not written yet; returns whether it did. */
    public boolean takeBack(Collection<String> handlers, String id) {
        TransactionBuffer buffer = openBuffer();
        return buffer != null && buffer.remove(handlers, id);
    }

    /** Returns whether the thread has a transaction, active or not. */
    boolean hasTransaction() {
        return transaction.status() != Status.STATUS_NO_TRANSACTION;
    }

    /** Runs a recording in the transaction of the thread, which must be active. */
    <T> T inActiveTransaction(Channel channel, Supplier<T> recording) {
        return transaction.rollBackOnFailure(() -> {
            requireActive(channel, transaction.status());
            channel.sentinel().set(); // the work may have begun the transaction
            return recording.get();
        });
    }

    /**
     * Runs a recording in a new transaction, and commits it. A failure of the recording reaches the caller unchanged.
     *
     * @throws OncewardException if the transaction did not begin or commit
     */
    <T> T inOwnTransaction(Channel channel, Supplier<T> recording) {
        Attempt<T> attempt = new Attempt<>(recording);
        try {
            return transactions.inNew(attempt);
        } catch (Exception e) {
            attempt.throwFailure();
            if (e instanceof OncewardException known) {
                throw known;
            }
            throw DatabaseErrors.database(
                    "record events of channel '" + channel.name() + "' in their own transaction", e);
        }
    }

    /**
     * Records a probe of the self-check as if it were an event.
     *
     * @param write writes the probe when the transaction completes
     */
    public void recordProbe(Runnable write) {
        buffer().addProbe(write);
    }

    private TransactionBuffer buffer() {
        TransactionBuffer open = openBuffer();
        return open == null ? newBuffer() : open;
    }

    /** Several threads may have the transaction: one of them creates the buffer. */
    private synchronized TransactionBuffer newBuffer() {
        TransactionBuffer buffer = openBuffer();
        if (buffer == null) {
            buffer = new TransactionBuffer(registry, relays);
            registry.registerInterposedSynchronization(buffer);
            registry.putResource(this, buffer);
        }
        return buffer;
    }

    /** Returns the buffer of the transaction that is not written yet; {@code null} if there is none. */
    private TransactionBuffer openBuffer() {
        TransactionBuffer buffer = (TransactionBuffer) registry.getResource(this);
        return buffer == null || buffer.isDrained() ? null : buffer;
    }

    /** A recording that keeps its failure, because a container may wrap an exception. Used by one thread. */
    private static final class Attempt<T> implements Callable<T> {

        private final Supplier<T> recording;
        private Throwable failure;

        Attempt(Supplier<T> recording) {
            this.recording = recording;
        }

        @Override
        public T call() {
            try {
                return recording.get();
            } catch (RuntimeException | Error e) {
                failure = e;
                throw e;
            }
        }

        /** Throws what the recording threw, if it did. */
        void throwFailure() {
            if (failure instanceof RuntimeException exception) {
                throw exception;
            }
            if (failure instanceof Error error) {
                throw error;
            }
        }
    }
}
