// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

import io.oncebox.api.OnceboxException;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.log.RecordingErrors;
import io.oncebox.queue.AppendStore;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.PayloadCodec;
import io.oncebox.spi.Transactions;
import io.oncebox.tracing.ContextPropagation;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Records events in the transaction of the calling thread. Thread-safe. */
public final class OutboxRecorder {

    private final TransactionSynchronizationRegistry registry;
    private final Transactions transactions;
    private final BiConsumer<AppendStore, List<OutboxEvent>> afterCommit;
    private final EventFactory events;
    private final Backpressure backpressure;

    /** @param afterCommit told after the commit of a transaction what it wrote into which store */
    public OutboxRecorder(
            TransactionSynchronizationRegistry registry,
            Transactions transactions,
            List<PayloadCodec> codecs,
            EventLimits limits,
            Backpressure backpressure,
            ContextPropagation propagation,
            BiConsumer<AppendStore, List<OutboxEvent>> afterCommit) {
        this.registry = registry;
        this.transactions = transactions;
        this.afterCommit = afterCommit;
        this.events = new EventFactory(codecs, limits, propagation);
        this.backpressure = backpressure;
    }

    /**
     * Fails if an event of this channel could not be recorded now, so that the caller finds out before its work.
     *
     * @return whether there is a transaction; if not, the channel's events open their own
     * @throws OnceboxException if the transaction is missing or no longer active
     */
    public boolean requireTransaction(Channel channel) {
        int status = registry.getTransactionStatus();
        if (status == Status.STATUS_NO_TRANSACTION && !channel.ownTransaction()) {
            throw RecordingErrors.noTransaction(channel.name());
        }
        if (status != Status.STATUS_NO_TRANSACTION && status != Status.STATUS_ACTIVE) {
            throw RecordingErrors.transactionNotActive(channel.name(), status);
        }
        return status == Status.STATUS_ACTIVE;
    }

    /**
     * Records one event. If it can't, the transaction is marked for rollback: business data never commit without the
     * event that was meant to go with them.
     *
     * @return the event's id
     * @throws OnceboxException if nothing was recorded
     */
    public String record(Channel channel, Object payload, OutboxMetadata metadata) {
        Objects.requireNonNull(metadata, "metadata");
        if (!requireTransaction(channel)) {
            return inOwnTransaction(channel, () -> record(channel, payload, metadata));
        }
        try {
            OutboxEvent event = events.create(channel, payload, metadata);
            if (!backpressure.admits(channel.store())) {
                throw RecordingErrors.tooManyPending(channel.name(), backpressure.limit());
            }
            buffer().add(channel.store(), event);
            return event.id();
        } catch (RuntimeException | Error e) {
            registry.setRollbackOnly();
            throw e;
        }
    }

    /** Runs the recording of several events in one transaction of their own, if the channel asks for one. */
    public <T> T together(Channel channel, Supplier<T> recordings) {
        return requireTransaction(channel) ? recordings.get() : inOwnTransaction(channel, recordings::get);
    }

    private <T> T inOwnTransaction(Channel channel, Callable<T> recordings) {
        try {
            return transactions.inNew(recordings);
        } catch (OnceboxException e) {
            throw e;
        } catch (Exception e) {
            throw RecordingErrors.database(
                    "record events of channel '" + channel.name() + "' in their own transaction", e);
        }
    }

    /** Records a probe of the self-check in the way of an event. */
    public void recordProbe(AppendStore store, String id) {
        buffer().addProbe(store, id);
    }

    private TransactionBuffer buffer() {
        TransactionBuffer buffer = (TransactionBuffer) registry.getResource(this);
        if (buffer == null || buffer.isDrained()) {
            buffer = new TransactionBuffer(registry, afterCommit);
            registry.putResource(this, buffer);
            registry.registerInterposedSynchronization(buffer);
        }
        return buffer;
    }
}
