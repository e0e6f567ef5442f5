// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import java.lang.reflect.Method;

/** The application, as the filter sees it. A CDI bean, because Jakarta REST creates the filter. */
public interface Host {

    /** Returns the maximum of a request body, in bytes. */
    int maxRequestSize();

    /** Returns whether the method of a bean is {@code @Idempotent}. */
    boolean isIdempotent(Class<?> resource, Method method);

    /** Returns whether the application has created the object itself, so that it has no interceptor. */
    boolean isHandmade(Object resource);

    /**
     * Returns the tenant of the current request; empty if the application does not distinguish tenants.
     *
     * @throws io.onceward.api.OncewardException if the application names no tenant
     */
    String tenant();

    /** Hands the request over to the interceptor of the method. */
    void enter(Exchange exchange);
}
