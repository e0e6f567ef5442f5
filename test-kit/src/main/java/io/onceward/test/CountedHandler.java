// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.InboxMetadata;
import io.onceward.inbox.FailureTypes;
import io.onceward.inbox.MessageHandler;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** A handler that calls a bean, with planned failures and counts. Thread-safe. */
record CountedHandler(MessageHandler handler, TestHandler counts, TransactionSynchronizationRegistry registry)
        implements MessageHandler {

    @Override
    public String name() {
        return handler.name();
    }

    @Override
    public String channel() {
        return handler.channel();
    }

    @Override
    public FailureTypes failureTypes() {
        return handler.failureTypes();
    }

    @Override
    public Callable<?> decode(byte[] payload, InboxMetadata metadata) throws Exception {
        Callable<?> call = handler.decode(payload, metadata);
        return new Message(call, () -> counts.attempt(registry, call));
    }

    /**
     * A decoded message.
     *
     * @param plain what the handler has returned
     * @param counted the same as one attempt
     */
    private record Message(Callable<?> plain, Callable<?> counted) implements Callable<Object> {

        @Override
        public Object call() throws Exception {
            return counted.call();
        }
    }

    @Override
    public boolean takesBatches() {
        return handler.takesBatches();
    }

    @Override
    public Callable<?> together(List<Callable<?>> decoded) {
        List<Callable<?>> calls = new ArrayList<>(decoded.size());
        decoded.forEach(each -> calls.add(((Message) each).plain));
        Callable<?> batch = handler.together(calls);
        return () -> counts.attemptBatch(calls.size(), registry, batch);
    }

    @Override
    public Optional<String> difference(byte[] payload, boolean isOwn) throws Exception {
        return handler.difference(payload, isOwn);
    }

    @Override
    public int latestVersion(String type) {
        return handler.latestVersion(type);
    }

    @Override
    public <T> T inRequest(Callable<T> handling) throws Exception {
        return handler.inRequest(handling);
    }
}
