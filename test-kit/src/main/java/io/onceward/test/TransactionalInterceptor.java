// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.annotation.Priority;
import jakarta.interceptor.Interceptor;
import jakarta.transaction.Transactional;
import org.jboss.weld.interceptor.WeldInvocationContext;

/** Runs {@code @Transactional} methods. */
@Transactional
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 200)
class TransactionalInterceptor extends KitTransactional {

    @Override
    Transactional annotation(WeldInvocationContext call) {
        return call.getInterceptorBindingsByType(Transactional.class).iterator().next();
    }
}
