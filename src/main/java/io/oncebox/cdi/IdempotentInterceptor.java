// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.Idempotent;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;

/** Lets a message, or a call, through to its handler once. It runs inside of the transaction that the method runs in. */
@Idempotent
@Interceptor
@Priority(Interceptor.Priority.LIBRARY_BEFORE + 100)
public class IdempotentInterceptor implements Serializable {

    private static final long serialVersionUID = 1L;

    @Inject
    private OnceboxContainer container;

    @Inject
    private IdempotentRequests http;

    /** Called by the container. */
    public IdempotentInterceptor() {}

    @AroundInvoke
    Object once(InvocationContext call) throws Exception {
        IdempotentMethod guarded = container.guarded(call.getTarget().getClass(), call.getMethod());
        IdempotentInvocation guardedCall =
                new IdempotentInvocation(guarded, call.getMethod(), call.getParameters(), container);
        String handler = guarded.handler();
        return switch (guarded.kind()) {
            case DELIVERY ->
                container.engine().inbox().deliver(handler, guardedCall::key, call.getParameters(), call::proceed);
            case RESOURCE -> http.once(guarded, call::proceed);
            case CALL ->
                container.engine().calls().once(handler, guardedCall::key, container.results(guarded), call::proceed);
        };
    }
}
