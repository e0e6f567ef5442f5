// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.EventType;
import io.onceward.api.OutboxMetadata;
import io.onceward.cdi.deployment.DurableMethod;
import io.onceward.cdi.deployment.DurableObserver;
import io.onceward.cdi.deployment.DurableRecorder;
import io.onceward.cdi.start.EngineGate;
import io.onceward.cdi.start.RecordedCalls;
import io.onceward.cdi.start.TransactionKeeper;
import io.onceward.inbox.DurableQueue;
import io.onceward.outbox.Recording;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Records the events of durable observers and the calls of durable methods, in the transaction of the thread. */
@ApplicationScoped
public class DurableRecorderBean implements DurableRecorder {

    @Inject
    private EngineGate engine;

    @Inject
    private RecordedCalls calls;

    @Inject
    private TransactionKeeper transactions;

    /** Called by CDI. */
    public DurableRecorderBean() {}

    @Override
    public void record(DurableObserver observer, Object event) {
        transactions.rollBackOnFailure(() -> {
            calls.verify(observer, event);
            return engine.durable(DurableQueue.observer(observer.name())).record(event, OutboxMetadata.none());
        });
    }

    @Override
    public void record(DurableMethod method, Object[] arguments) {
        transactions.rollBackOnFailure(() -> {
            String encoded = calls.encode(method, arguments);
            OutboxMetadata plain = OutboxMetadata.none().withKey(method.key(arguments));
            Recording recording = engine.durable(DurableQueue.call(method.name()));
            return PlannedCall.record(
                    plain, metadata -> recording.record(encoded, versioned(metadata, method.version())));
        });
    }

    /** The method says which version its arguments have, also if the application passes the headers of an event on. */
    private static OutboxMetadata versioned(OutboxMetadata metadata, int version) {
        return version == 1 && !metadata.headers().containsKey(EventType.VERSION_HEADER)
                ? metadata
                : metadata.withHeader(EventType.VERSION_HEADER, Integer.toString(version));
    }
}
