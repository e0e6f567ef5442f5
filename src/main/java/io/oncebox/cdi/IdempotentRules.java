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
import jakarta.jms.MessageListener;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.TreeSet;

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
        if (!isMessageDriven(type)) {
            throw Errors.idempotentElsewhere(bean);
        }
        TransactionManagement management = type.getAnnotation(TransactionManagement.class);
        if (management != null && management.value() == TransactionManagementType.BEAN) {
            throw Errors.idempotentWithoutTransaction(bean, "bean-managed transactions");
        }
        verify(bean, type.getAnnotation(TransactionAttribute.class));
        for (AnnotatedMethod<?> method : type.getMethods()) {
            if (method.isAnnotationPresent(Idempotent.class) && !isCalledByContainer(method.getJavaMember())) {
                throw Errors.idempotentNeverCalled(Members.name(method.getJavaMember()));
            }
            verify(Members.name(method.getJavaMember()), method.getAnnotation(TransactionAttribute.class));
        }
    }

    /** By its annotation; or by its interface, since a deployment descriptor may make it one. */
    private static boolean isMessageDriven(AnnotatedType<?> type) {
        return type.isAnnotationPresent(MessageDriven.class)
                || MessageListener.class.isAssignableFrom(type.getJavaClass());
    }

    private static boolean isCalledByContainer(Method method) {
        int modifiers = method.getModifiers();
        boolean interceptable =
                Modifier.isPublic(modifiers) && !Modifier.isStatic(modifiers) && !Modifier.isFinal(modifiers);
        boolean otherThanOnMessage = MessageListener.class.isAssignableFrom(method.getDeclaringClass())
                && !method.getName().equals("onMessage");
        return interceptable && !otherThanOnMessage;
    }

    /** The names of the handlers that the bean has. */
    static Set<String> handlers(AnnotatedType<?> type) {
        Class<?> bean = type.getJavaClass();
        Set<String> handlers = new TreeSet<>();
        if (type.isAnnotationPresent(Idempotent.class)) {
            handlers.add(name(bean, type.getAnnotation(Idempotent.class)));
        }
        for (AnnotatedMethod<?> method : type.getMethods()) {
            if (method.isAnnotationPresent(Idempotent.class)) {
                handlers.add(name(bean, method.getAnnotation(Idempotent.class)));
            }
        }
        return handlers;
    }

    /** The name of the handler that a method of the bean is: the method's annotation goes before the bean's. */
    static String handler(Class<?> bean, Method method) {
        Idempotent idempotent = method.getAnnotation(Idempotent.class);
        return name(bean, idempotent != null ? idempotent : bean.getAnnotation(Idempotent.class));
    }

    private static String name(Class<?> bean, Idempotent idempotent) {
        return idempotent == null || idempotent.handler().isEmpty() ? bean.getName() : idempotent.handler();
    }

    private static void verify(String where, TransactionAttribute attribute) {
        if (attribute != null && attribute.value() != TransactionAttributeType.REQUIRED) {
            throw Errors.idempotentWithoutTransaction(where, "transaction attribute " + attribute.value());
        }
    }
}
