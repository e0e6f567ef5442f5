// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.api.Alert;
import io.onceward.cdi.deployment.DurableErrors;
import io.onceward.cdi.deployment.DurableExtension;
import io.onceward.cdi.deployment.DurableMethod;
import io.onceward.cdi.deployment.DurableObserver;
import io.onceward.cdi.deployment.IdempotentMethod;
import io.onceward.cdi.deployment.IncomingMethod;
import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.cdi.deployment.PayloadRules;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.codec.CallArguments;
import io.onceward.inbox.MessageHandler;
import io.onceward.log.MemberName;
import io.onceward.spi.PayloadCodec;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.ObserverMethod;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The beans of the application that handle stored messages, and those that observe alerts. */
@Dependent
public class HandlerBeans {

    @Inject
    private OncewardExtension extension;

    @Inject
    private DurableExtension durable;

    @Inject
    private RecordedCalls calls;

    @Inject
    private BeanManager beans;

    @Inject
    @Any
    private Instance<PayloadCodec> codecs;

    @Inject
    private Instance<RequestContextController> requests;

    @Inject
    private TransactionKeeper transactions;

    private final PayloadRules payloads = new PayloadRules();

    /** Called by CDI. */
    public HandlerBeans() {}

    /**
     * Returns the handlers, and checks the types that payloads and results are decoded to.
     *
     * @throws io.onceward.api.OncewardException if a type can't be decoded, or no type of a bean has the method
     */
    public List<MessageHandler> all() {
        List<PayloadCodec> all = BuiltInCodecs.after(codecs.stream().toList());
        for (IdempotentMethod method : extension.idempotentMethods().all()) {
            method.decodedTypes().forEach(type -> payloads.verify(all, method.member(), type));
        }
        List<MessageHandler> handlers = new ArrayList<>();
        HandlerRequest request = new HandlerRequest(requests);
        for (IncomingMethod method : extension.incoming()) {
            Optional<Bean<?>> bean = extension.beanOf(method);
            if (bean.isPresent()) {
                payloads.verify(all, MemberName.of(method.bean(), method.method()), method.payload());
                handlers.add(new IncomingHandler(method, beans, bean.get(), request, all, transactions));
            } else {
                StartLog.noBean(MemberName.of(method.bean(), method.method()));
            }
        }
        for (DurableObserver observer : durable.observers()) {
            payloads.verify(all, observer.member(), observer.eventType());
            handlers.add(new ObserverHandler(observer, request, all, transactions));
        }
        for (DurableMethod method : durable.methods()) {
            durable.beanOf(method).ifPresent(bean -> {
                method.parameters().forEach(type -> payloads.verify(all, method.member(), CallArguments.boxed(type)));
                BeanMethod called = new BeanMethod(
                        beans,
                        bean,
                        method.bean(),
                        method.method(),
                        (why, instead) -> DurableErrors.methodNotDurable(method.member(), why, instead));
                handlers.add(new CallHandler(method, called, request, calls, transactions));
            });
        }
        return handlers;
    }

    /** Returns listeners that call the observers of alerts: those of all archives, each even if another one fails. */
    public List<Consumer<Alert>> alertListeners() {
        List<Consumer<Alert>> listeners = new ArrayList<>();
        HandlerRequest request = new HandlerRequest(requests);
        for (ObserverMethod<Alert> observer : extension.alertObservers()) {
            listeners.add(alert -> {
                try {
                    request.run(() -> {
                        observer.notify(alert);
                        return null;
                    });
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        return listeners;
    }
}
