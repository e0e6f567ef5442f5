// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import io.onceward.api.Idempotent;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import java.lang.reflect.Method;

/** Registers the filter. Jakarta REST finds it as a service, also in an application that lists its classes. */
public class IdempotencyFeature implements DynamicFeature {

    /** The priority behind the filters of the application, which may set the user or answer the request. */
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

    /** Finds the annotation on the method of the class, which may implement an interface. */
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
