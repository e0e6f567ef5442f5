// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.enterprise.util.Nonbinding;
import jakarta.inject.Qualifier;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The qualifier that replaces {@code @Channel} on emitters that belong to Onceward. */
@Qualifier
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface OutboxChannel {

    @Nonbinding
    String value();

    /** The annotation as an object. */
    final class Literal extends AnnotationLiteral<OutboxChannel> implements OutboxChannel {

        private static final long serialVersionUID = 1L;

        private final String value;

        Literal(String value) {
            this.value = value;
        }

        @Override
        public String value() {
            return value;
        }
    }
}
