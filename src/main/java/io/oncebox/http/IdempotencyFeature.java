// SPDX-License-Identifier: Apache-2.0
package io.oncebox.http;

import io.oncebox.api.Idempotent;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import java.lang.reflect.Method;

/** Found as a service by every application of Jakarta REST, also by one that lists its classes. */
public class IdempotencyFeature implements DynamicFeature {

    /** After the filters of the application, of which one may say who the user is, and another one answer by itself. */
    private static final int LAST = Integer.MAX_VALUE;

    /** Called by Jakarta REST. */
    public IdempotencyFeature() {}

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        if (isIdempotent(resource.getResourceClass(), resource.getResourceMethod())) {
            context.register(IdempotencyFilter.class, LAST);
            context.register(StoredEntityWriter.class, Priorities.HEADER_DECORATOR);
        }
    }

    /** The annotation stands on the class's own method, whatever interface that implements. */
    private static boolean isIdempotent(Class<?> resource, Method method) {
        if (resource.isAnnotationPresent(Idempotent.class) || method.isAnnotationPresent(Idempotent.class)) {
            return true;
        }
        try {
            return resource.getMethod(method.getName(), method.getParameterTypes())
                    .isAnnotationPresent(Idempotent.class);
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}
