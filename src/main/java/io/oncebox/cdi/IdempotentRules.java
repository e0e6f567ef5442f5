// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.Idempotent;
import io.oncebox.log.Errors;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.interceptor.Interceptor;
import java.lang.reflect.Modifier;

/** Where {@link Idempotent} may stand. */
final class IdempotentRules {

    private IdempotentRules() {}

    /** Whether the annotation stands on the type or on one of its methods. */
    static boolean apply(AnnotatedType<?> type) {
        return !Modifier.isAbstract(type.getJavaClass().getModifiers())
                && !type.isAnnotationPresent(Interceptor.class)
                && (type.isAnnotationPresent(Idempotent.class)
                        || type.getMethods().stream().anyMatch(m -> m.isAnnotationPresent(Idempotent.class)));
    }

    /** @throws io.oncebox.api.OnceboxException if claim and effects could not commit together */
    static void verify(AnnotatedType<?> type) {
        String bean = type.getJavaClass().getName();
        if (!type.isAnnotationPresent(MessageDriven.class)) {
            throw Errors.idempotentElsewhere(bean);
        }
        TransactionManagement management = type.getAnnotation(TransactionManagement.class);
        if (management != null && management.value() == TransactionManagementType.BEAN) {
            throw Errors.idempotentWithoutTransaction(bean, "bean-managed transactions");
        }
        verify(bean, type.getAnnotation(TransactionAttribute.class));
        for (AnnotatedMethod<?> method : type.getMethods()) {
            verify(Members.name(method.getJavaMember()), method.getAnnotation(TransactionAttribute.class));
        }
    }

    private static void verify(String where, TransactionAttribute attribute) {
        if (attribute != null && attribute.value() != TransactionAttributeType.REQUIRED) {
            throw Errors.idempotentWithoutTransaction(where, "transaction attribute " + attribute.value());
        }
    }
}
