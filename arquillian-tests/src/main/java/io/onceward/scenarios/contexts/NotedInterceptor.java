// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.contexts;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Notes each call of a handler, with the contexts around it. */
@Noted
@Interceptor
@Priority(Interceptor.Priority.APPLICATION)
public class NotedInterceptor {

    /** The handlers with the event, its tenant and its user. */
    static final Queue<String> CALLS = new ConcurrentLinkedQueue<>();

    @Inject
    Tenant tenant;

    @AroundInvoke
    Object note(InvocationContext call) throws Exception {
        CALLS.add(call.getMethod().getName() + " " + call.getParameters()[0] + " " + tenant.name() + " " + User.name());
        return call.proceed();
    }
}
