// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.api.InboxMetadata;
import io.onceward.cdi.deployment.DurableObserver;
import io.onceward.codec.PayloadDecoder;
import io.onceward.inbox.DurableQueue;
import io.onceward.inbox.FailureTypes;
import io.onceward.inbox.MessageHandler;
import io.onceward.spi.PayloadCodec;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Calls a durable observer with a recorded event. The container makes the call, as it would when the event is fired. */
final class ObserverHandler implements MessageHandler {

    private final DurableObserver observer;
    private final HandlerRequest request;
    private final PayloadDecoder decoding;
    private final TransactionKeeper transactions;

    ObserverHandler(
            DurableObserver observer,
            HandlerRequest request,
            List<PayloadCodec> codecs,
            TransactionKeeper transactions) {
        this.observer = observer;
        this.request = request;
        this.decoding = PayloadDecoder.of(codecs, observer.eventType());
        this.transactions = transactions;
    }

    @Override
    public String name() {
        return DurableQueue.observer(observer.name());
    }

    @Override
    public String channel() {
        return observer.name();
    }

    @Override
    public FailureTypes failureTypes() {
        return observer.failureTypes();
    }

    @Override
    public Callable<?> decode(byte[] payload, InboxMetadata metadata) throws Exception {
        Object event = decoding.decode(payload);
        return () -> transactions.keep(observer.member(), () -> notified(event));
    }

    private Object notified(Object event) {
        observer.method().notify(event);
        return null;
    }

    @Override
    public <T> T inRequest(Callable<T> handling) throws Exception {
        return request.run(handling);
    }

    @Override
    public Optional<String> difference(byte[] payload, boolean isOwn) {
        return decoding.difference(payload, true);
    }

    @Override
    public int latestVersion(String eventType) {
        return decoding.latestVersion(eventType);
    }
}
