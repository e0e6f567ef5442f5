// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.cdi.start.EngineGate;
import io.onceward.cdi.start.TransactionKeeper;
import io.onceward.log.Log;
import io.onceward.log.RecordingErrors;
import java.io.Serializable;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Message;

/** Records each payload or message that the application sends, in the current transaction. */
final class OutboxEmitter<T> implements Emitter<T>, Serializable {

    private static final long serialVersionUID = 1L;

    private final EngineGate engine;
    private final TransactionKeeper transactions;
    private final String channelName;
    private volatile boolean finished;

    OutboxEmitter(EngineGate engine, TransactionKeeper transactions, String channelName) {
        this.engine = engine;
        this.transactions = transactions;
        this.channelName = channelName;
    }

    /** The stage is complete on return: normally if the event was recorded, exceptionally if it was not. */
    @Override
    public CompletionStage<Void> send(T payload) {
        requireUnfinished();
        try {
            engine.recording(channelName).record(payload, OutboxMetadata.none());
            return CompletableFuture.completedFuture(null);
        } catch (OncewardException e) {
            Log.emitterRefused(channelName, e);
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * The message is acknowledged after the commit of the transaction, and acknowledged negatively after its rollback. If the
     * event is refused, the message is acknowledged negatively at once, and the failure is thrown.
     */
    @Override
    public <M extends Message<? extends T>> void send(M message) {
        requireUnfinished();
        OutgoingMessage outgoing = new OutgoingMessage(channelName, Objects.requireNonNull(message, "message"));
        try {
            transactions.rollBackOnFailure(() -> {
                outgoing.record(engine.recording(channelName));
                return null;
            });
        } catch (RuntimeException | Error e) {
            outgoing.refuse(e);
            throw e;
        }
    }

    private void requireUnfinished() {
        if (finished) {
            throw new IllegalStateException(RecordingErrors.emitterFinished(channelName));
        }
    }

    @Override
    public void complete() {
        finished = true;
    }

    @Override
    public void error(Exception cause) {
        finished = true;
        Log.emitterFailed(channelName, cause);
    }

    @Override
    public boolean isCancelled() {
        return finished;
    }

    @Override
    public boolean hasRequests() {
        return !finished;
    }
}
