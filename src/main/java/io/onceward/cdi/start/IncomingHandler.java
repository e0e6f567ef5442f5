// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.api.InboxMessage;
import io.onceward.api.InboxMetadata;
import io.onceward.cdi.deployment.IncomingMethod;
import io.onceward.codec.PayloadDecoder;
import io.onceward.inbox.FailureTypes;
import io.onceward.inbox.MessageHandler;
import io.onceward.log.InboxErrors;
import io.onceward.log.MemberName;
import io.onceward.spi.PayloadCodec;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/** Calls an {@code @Incoming} method with a stored message. */
final class IncomingHandler implements MessageHandler {

    private final IncomingMethod incoming;
    private final BeanManager beans;
    private final Bean<?> bean;
    private final Instance<RequestContextController> requests;
    private final PayloadDecoder decoding;
    private final TransactionKeeper transactions;
    private final Class<?> view;
    private final Method method;

    /** @throws io.onceward.api.OncewardException if no type of the bean has the method */
    IncomingHandler(
            IncomingMethod incoming,
            BeanManager beans,
            Bean<?> bean,
            Instance<RequestContextController> requests,
            List<PayloadCodec> codecs,
            TransactionKeeper transactions) {
        this.incoming = incoming;
        this.beans = beans;
        this.bean = bean;
        this.requests = requests;
        this.decoding = PayloadDecoder.of(codecs, incoming.payload());
        this.transactions = transactions;
        this.view = view(incoming, bean);
        this.method = view == incoming.bean() ? incoming.method() : inView(view, incoming.method());
        this.method.trySetAccessible();
    }

    /** Returns the type to call the method by: the types of an enterprise bean may not include its class. */
    private static Class<?> view(IncomingMethod incoming, Bean<?> bean) {
        if (bean.getTypes().contains(incoming.bean())) {
            return incoming.bean();
        }
        return bean.getTypes().stream()
                .filter(Class.class::isInstance)
                .<Class<?>>map(type -> (Class<?>) type)
                .filter(type -> inView(type, incoming.method()) != null)
                .findFirst()
                .orElseThrow(() -> InboxErrors.unusableIncoming(
                        MemberName.of(incoming.method()),
                        "no business interface of its bean declares it",
                        "Declare it in one, or annotate the bean with @LocalBean."));
    }

    private static Method inView(Class<?> type, Method method) {
        return Arrays.stream(type.getMethods())
                .filter(candidate -> candidate.getDeclaringClass() != Object.class
                        && candidate.getName().equals(method.getName())
                        && Arrays.equals(candidate.getParameterTypes(), method.getParameterTypes()))
                .findFirst()
                .orElse(null);
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
        String member = MemberName.of(incoming.bean(), incoming.method());
        return () -> transactions.keep(member, () -> inRequest(argument));
    }

    private Object inRequest(Object argument) throws Exception {
        RequestContextController request = requests.get();
        boolean begun = request.activate();
        try {
            return call(argument);
        } finally {
            if (begun) {
                request.deactivate();
            }
            requests.destroy(request);
        }
    }

    private Object call(Object argument) throws Exception {
        CreationalContext<?> context = beans.createCreationalContext(bean);
        try {
            return method.invoke(beans.getReference(bean, view, context), argument);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            context.release();
        }
    }
}
