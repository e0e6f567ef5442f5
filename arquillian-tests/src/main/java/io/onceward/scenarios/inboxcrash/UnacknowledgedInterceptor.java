// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inboxcrash;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/** Surrounds Onceward's interceptor. */
@Unacknowledged
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE)
public class UnacknowledgedInterceptor {

    @AroundInvoke
    Object trap(InvocationContext call) throws Exception {
        Object result = call.proceed();
        Trap.enter(InboxCrashScenario.DELIVERED);
        return result;
    }
}
