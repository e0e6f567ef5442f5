// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import jakarta.ejb.TransactionAttribute;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.transaction.Transactional;

/** The declared transaction attributes of a bean's method; each {@code null} if not declared. */
record Transactionality(TransactionAttribute ofEjb, Transactional ofCdi) {

    static Transactionality of(AnnotatedType<?> bean, AnnotatedMethod<?> method) {
        return new Transactionality(ofEjb(bean, method), ofCdi(bean, method));
    }

    /** Returns the attribute of the method, or of its declaring class (Enterprise Beans 4.0, section 8.3.7.1), or of the bean. */
    private static TransactionAttribute ofEjb(AnnotatedType<?> bean, AnnotatedMethod<?> method) {
        TransactionAttribute found = method.getAnnotation(TransactionAttribute.class);
        if (found == null) {
            found = method.getJavaMember().getDeclaringClass().getAnnotation(TransactionAttribute.class);
        }
        return found != null ? found : bean.getAnnotation(TransactionAttribute.class);
    }

    /** Returns the annotation of the method, or of the bean, which inherits it, or of a stereotype. */
    private static Transactional ofCdi(AnnotatedType<?> bean, AnnotatedMethod<?> method) {
        Transactional found = InheritedAnnotations.on(method, Transactional.class);
        return found != null ? found : InheritedAnnotations.on(bean, Transactional.class);
    }
}
