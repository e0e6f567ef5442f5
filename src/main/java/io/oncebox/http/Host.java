// SPDX-License-Identifier: Apache-2.0
package io.oncebox.http;

import java.lang.reflect.Method;

/** What the container knows. A CDI bean, because what Jakarta REST makes is none. */
public interface Host {

    /** Most bytes of a request's body. */
    int maxRequestSize();

    /** Whether calls of this method will be guarded: it is a bean's. */
    boolean isIdempotent(Class<?> resource, Method method);

    /** Whether an object is of a bean's class itself, so that no interceptor is around it: the application has made it. */
    boolean isHandmade(Object resource);

    /** Hands the request over to the interceptor of the method. */
    void enter(Exchange exchange);
}
