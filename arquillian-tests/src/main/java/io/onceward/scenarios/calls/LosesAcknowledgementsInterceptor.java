// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import jakarta.jms.Message;

/** Surrounds Onceward's interceptor. */
@LosesAcknowledgements
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE)
public class LosesAcknowledgementsInterceptor {

    @AroundInvoke
    Object lose(InvocationContext call) throws Exception {
        Object result = call.proceed();
        if (!((Message) call.getParameters()[0]).getJMSRedelivered()) {
            throw new IllegalStateException("the acknowledgement is lost, on purpose");
        }
        return result;
    }
}
