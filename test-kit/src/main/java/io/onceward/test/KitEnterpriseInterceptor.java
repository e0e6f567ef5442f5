// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.annotation.Priority;
import jakarta.interceptor.Interceptor;
import jakarta.transaction.Transactional;
import org.jboss.weld.interceptor.WeldInvocationContext;

/** Runs the methods of enterprise beans. As on a server, their transactions begin before all interceptors. */
@KitEnterprise(Transactional.TxType.REQUIRED)
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE)
class KitEnterpriseInterceptor extends KitTransactional {

    @Override
    Transactional annotation(WeldInvocationContext call) {
        return new TransactionalLiteral(call.getInterceptorBindingsByType(KitEnterprise.class)
                .iterator()
                .next()
                .value());
    }
}
