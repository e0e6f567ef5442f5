// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.Idempotent;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/** Counts the calls of {@code @Idempotent} methods that are no duplicates, and has some fail as the test has planned. */
@Idempotent
@Interceptor
@Priority(Interceptor.Priority.LIBRARY_BEFORE + 101)
class IdempotentRuns {

    @Inject
    private KitExtension kit;

    @AroundInvoke
    Object count(InvocationContext call) throws Exception {
        return kit.handlerOf(call).attempt(kit.transactions().registry(), call::proceed);
    }
}
