// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.interceptors;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/** Changes what the method returns, with a priority in front of Onceward. */
@Signed
@Interceptor
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
public class SignedInterceptor {

    @AroundInvoke
    Object sign(InvocationContext call) throws Exception {
        return call.proceed() + " (signed)";
    }
}
