// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.Idempotent;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/** Counts the calls of {@code @Idempotent} methods, before Onceward skips duplicates. */
@Idempotent
@Interceptor
@Priority(Interceptor.Priority.LIBRARY_BEFORE + 99)
class IdempotentCalls {

    @Inject
    private KitExtension kit;

    @AroundInvoke
    Object count(InvocationContext call) throws Exception {
        kit.handlerOf(call).stored();
        return call.proceed();
    }
}
