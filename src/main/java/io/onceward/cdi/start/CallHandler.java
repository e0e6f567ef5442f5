// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.api.InboxMetadata;
import io.onceward.cdi.deployment.DurableMethod;
import io.onceward.inbox.DurableQueue;
import io.onceward.inbox.FailureTypes;
import io.onceward.inbox.MessageHandler;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Runs recorded calls of a durable method. */
record CallHandler(
        DurableMethod durable,
        BeanMethod method,
        HandlerRequest request,
        RecordedCalls calls,
        TransactionKeeper transactions)
        implements MessageHandler {

    @Override
    public String name() {
        return DurableQueue.call(durable.name());
    }

    @Override
    public String channel() {
        return durable.name();
    }

    @Override
    public FailureTypes failureTypes() {
        return durable.failureTypes();
    }

    @Override
    public Callable<?> decode(byte[] payload, InboxMetadata metadata) throws Exception {
        Object[] arguments = calls.of(durable).decode(payload);
        return () -> transactions.keep(durable.member(), () -> calls.run(durable, () -> method.call(arguments)));
    }

    @Override
    public int latestVersion(String type) {
        return durable.version();
    }

    @Override
    public <T> T inRequest(Callable<T> handling) throws Exception {
        return request.run(handling);
    }

    @Override
    public Optional<String> difference(byte[] payload, boolean isOwn) throws Exception {
        return calls.of(durable).difference(payload);
    }
}
