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

    /** Called by the container. */
    public IdempotentInterceptor() {}

    @AroundInvoke
    Object once(InvocationContext call) throws Exception {
        GuardedMethod guarded = container.guarded(call.getTarget().getClass(), call.getMethod());
        GuardedCall guardedCall = new GuardedCall(guarded, call.getMethod(), call.getParameters(), container);
        if (guarded.delivery()) {
            return container.engine().inbox().deliver(guarded.handler(), guardedCall::key, call::proceed);
        }
        return container
                .engine()
                .calls()
                .once(guarded.handler(), guardedCall::key, container.results(guarded), call::proceed);
    }
}
