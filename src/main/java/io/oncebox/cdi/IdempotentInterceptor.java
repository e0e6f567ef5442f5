// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.Idempotent;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Method;

/** Lets a message through to its handler once. */
@Idempotent
@Interceptor
@Priority(Interceptor.Priority.LIBRARY_BEFORE + 100)
public class IdempotentInterceptor {

    @Inject
    private OnceboxContainer container;

    @Inject
    private OnceboxExtension extension;

    /** Called by the container. */
    public IdempotentInterceptor() {}

    @AroundInvoke
    Object once(InvocationContext call) throws Exception {
        Method method = call.getMethod();
        String handler =
                IdempotentRules.handler(extension.beanClass(call.getTarget().getClass()), method);
        return container.engine().inbox().once(handler, Members.name(method), call.getParameters(), call::proceed);
    }
}
