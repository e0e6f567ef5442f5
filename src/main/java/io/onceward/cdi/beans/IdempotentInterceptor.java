// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.Idempotent;
import io.onceward.cdi.deployment.IdempotentMethod;
import io.onceward.cdi.start.EngineGate;
import io.onceward.cdi.start.TransactionKeeper;
import io.onceward.engine.Engine;
import io.onceward.inbox.ResultPolicy;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;
import java.util.concurrent.Callable;

/** Runs an {@code @Idempotent} method once for each message or key, inside the transaction that the method runs in. */
@Idempotent
@Interceptor
@Priority(Interceptor.Priority.LIBRARY_BEFORE + 100)
public class IdempotentInterceptor implements Serializable {

    private static final long serialVersionUID = 1L;

    @Inject
    private EngineGate engine;

    @Inject
    private TransactionKeeper transactions;

    @Inject
    private IdempotentBeans methods;

    @Inject
    private IdempotentRequests requests;

    /** Called by the container. */
    public IdempotentInterceptor() {}

    @AroundInvoke
    Object once(InvocationContext call) throws Exception {
        IdempotentMethod method = methods.method(call.getTarget().getClass(), call.getMethod());
        Callable<Object> proceed = () -> transactions.keep(method.member(), call::proceed);
        if (method.kind() == IdempotentMethod.Kind.RESOURCE) {
            return requests.once(method, proceed);
        }
        return method.kind() == IdempotentMethod.Kind.DELIVERY
                ? deliver(method, call, proceed)
                : call(method, call, proceed);
    }

    private Object deliver(IdempotentMethod method, InvocationContext call, Callable<Object> proceed) throws Exception {
        Engine opened = engine.forDelivery();
        try {
            return transactions.keep(method.member(), () -> {
                String identity = invocation(opened, method, call).key();
                return opened.inbox().deliver(method.handler(), identity, call.getParameters(), proceed);
            });
        } catch (Exception e) {
            opened.inbox().deliveryFailed(method.handler(), call.getParameters(), e);
            throw e;
        }
    }

    private Object call(IdempotentMethod method, InvocationContext call, Callable<Object> proceed) throws Exception {
        Engine opened = engine.forCall();
        ResultPolicy results = methods.results(method);
        return transactions.keep(method.member(), () -> {
            String key = transactions.rollBackOnFailure(
                    () -> invocation(opened, method, call).key());
            return opened.calls().once(method.handler(), key, results, proceed);
        });
    }

    private IdempotentInvocation invocation(Engine opened, IdempotentMethod method, InvocationContext call) {
        return new IdempotentInvocation(
                method, call.getMethod(), call.getParameters(), opened.inbox().identities(), methods);
    }
}
