// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.interceptors;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/** Changes what the method returns, with the priority of an application. */
@Shouting
@Interceptor
@Priority(Interceptor.Priority.APPLICATION)
public class ShoutingInterceptor {

    @AroundInvoke
    Object shout(InvocationContext call) throws Exception {
        return call.proceed() + "!";
    }
}
