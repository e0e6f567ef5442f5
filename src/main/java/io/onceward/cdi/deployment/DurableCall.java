// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The interceptor binding of durable methods. */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface DurableCall {

    /** The annotation as an object. */
    final class Literal extends AnnotationLiteral<DurableCall> implements DurableCall {

        private static final long serialVersionUID = 1L;

        static final Literal INSTANCE = new Literal();
    }
}
