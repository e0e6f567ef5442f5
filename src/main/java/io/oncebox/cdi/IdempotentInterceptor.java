// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.Idempotent;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

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
        String member = Members.name(call.getMethod());
        boolean first = container.engine().inbox().claim(handler(call), member, call.getParameters());
        return first ? call.proceed() : null;
    }

    private String handler(InvocationContext call) {
        Class<?> bean = extension.beanClass(call.getTarget().getClass());
        Idempotent idempotent = call.getMethod().getAnnotation(Idempotent.class);
        if (idempotent == null) {
            idempotent = bean.getAnnotation(Idempotent.class);
        }
        return idempotent == null || idempotent.handler().isEmpty() ? bean.getName() : idempotent.handler();
    }
}
