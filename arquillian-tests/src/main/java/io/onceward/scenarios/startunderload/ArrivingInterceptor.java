// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.startunderload;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.config.ConfigProvider;

/** Surrounds Onceward's interceptor. */
@Arriving
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE)
public class ArrivingInterceptor {

    /** The key that says whether deliveries go no further. */
    static final String HOLD = "start_under_load.hold";

    /** The number of deliveries that have arrived. */
    static final AtomicInteger ARRIVED = new AtomicInteger();

    @AroundInvoke
    Object arrive(InvocationContext call) throws Exception {
        ARRIVED.incrementAndGet();
        if (ConfigProvider.getConfig().getValue(HOLD, Boolean.class)) {
            new CountDownLatch(1).await();
        }
        return call.proceed();
    }
}
