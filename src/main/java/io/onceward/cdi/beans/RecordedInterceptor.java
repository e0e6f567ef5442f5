// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.cdi.deployment.Recorded;
import io.onceward.cdi.start.EngineGate;
import io.onceward.cdi.start.TransactionKeeper;
import io.onceward.log.MemberName;
import io.onceward.log.RecordingErrors;
import io.onceward.outbox.Recording;
import io.onceward.transaction.OuterTransaction;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Records the return value of an {@code @Outgoing} method, in the transaction of the method. */
@Recorded
@Interceptor
@Priority(Interceptor.Priority.LIBRARY_BEFORE + 500)
public class RecordedInterceptor implements Serializable {

    private static final long serialVersionUID = 1L;

    @Inject
    private EngineGate engine;

    @Inject
    private TransactionKeeper transactions;

    /** Called by the container. */
    public RecordedInterceptor() {}

    @AroundInvoke
    Object record(InvocationContext call) throws Exception {
        String channel = call.getMethod().getAnnotation(Outgoing.class).value();
        String member = MemberName.of(call.getMethod());
        Recording recording = engine.recording(channel);
        OuterTransaction transaction = transactions.outer();
        return transaction.restoreOnFailure(() -> {
            ReturnedEvents events = new ReturnedEvents(channel, call.proceed());
            return events.record(recording, () -> transaction.require(() -> RecordingErrors.transactionLost(member)));
        });
    }
}
