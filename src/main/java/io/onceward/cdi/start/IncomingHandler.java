// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.api.InboxMessage;
import io.onceward.api.InboxMetadata;
import io.onceward.cdi.deployment.IncomingErrors;
import io.onceward.cdi.deployment.IncomingMethod;
import io.onceward.codec.PayloadDecoder;
import io.onceward.inbox.FailureTypes;
import io.onceward.inbox.MessageHandler;
import io.onceward.log.MemberName;
import io.onceward.spi.PayloadCodec;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Calls an {@code @Incoming} method with a stored message. */
final class IncomingHandler implements MessageHandler {

    private final IncomingMethod incoming;
    private final HandlerRequest request;
    private final PayloadDecoder decoding;
    private final TransactionKeeper transactions;
    private final BeanMethod method;

    /** @throws io.onceward.api.OncewardException if no type of the bean has the method */
    IncomingHandler(
            IncomingMethod incoming,
            BeanManager beans,
            Bean<?> bean,
            HandlerRequest request,
            List<PayloadCodec> codecs,
            TransactionKeeper transactions) {
        this.incoming = incoming;
        this.request = request;
        this.decoding = PayloadDecoder.of(codecs, incoming.payload());
        this.transactions = transactions;
        this.method = new BeanMethod(
                beans,
                bean,
                incoming.bean(),
                incoming.method(),
                (why, instead) -> IncomingErrors.unusableIncoming(MemberName.of(incoming.method()), why, instead));
    }

    @Override
    public String name() {
        return incoming.handler();
    }

    @Override
    public String channel() {
        return incoming.channel();
    }

    @Override
    public FailureTypes failureTypes() {
        return incoming.failureTypes();
    }

    @Override
    public Callable<?> decode(byte[] payload, InboxMetadata metadata) throws Exception {
        Object decoded = decoding.decode(payload);
        Object argument = incoming.wrapped() ? InboxMessage.of(decoded, metadata) : decoded;
        return incoming.batch() ? new Element(argument) : call(argument);
    }

    private Callable<?> call(Object argument) {
        String member = MemberName.of(incoming.bean(), incoming.method());
        return () -> transactions.keep(member, () -> method.call(argument));
    }

    /** A message of a batch. */
    private final class Element implements Callable<Object> {

        private final Object argument;

        private Element(Object argument) {
            this.argument = argument;
        }

        @Override
        public Object call() throws Exception {
            return together(List.of(this)).call();
        }
    }

    @Override
    public boolean takesBatches() {
        return incoming.batch();
    }

    /** Calls the method once, with a list that it may change. */
    @Override
    public Callable<?> together(List<Callable<?>> decoded) {
        List<Object> elements = new ArrayList<>(decoded.size());
        decoded.forEach(each -> elements.add(((Element) each).argument));
        return IncomingHandler.this.call(elements);
    }

    @Override
    public <T> T inRequest(Callable<T> handling) throws Exception {
        return request.run(handling);
    }

    @Override
    public Optional<String> difference(byte[] payload, boolean isOwn) {
        return decoding.difference(payload, isOwn);
    }

    @Override
    public int latestVersion(String eventType) {
        return decoding.latestVersion(eventType);
    }
}
