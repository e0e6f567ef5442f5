// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import jakarta.transaction.Transactional.TxType;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The transaction attribute of an enterprise bean or of its method. */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@interface KitEnterprise {

    @Nonbinding
    TxType value();

    /** The annotation as an object. */
    final class Literal extends AnnotationLiteral<KitEnterprise> implements KitEnterprise {

        private static final long serialVersionUID = 1L;

        private final TxType type;

        Literal(TxType type) {
            this.type = type;
        }

        @Override
        public TxType value() {
            return type;
        }
    }
}
