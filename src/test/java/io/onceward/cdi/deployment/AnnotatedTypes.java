// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The annotated type of a class, as a container reports it. */
final class AnnotatedTypes {

    private AnnotatedTypes() {}

    @SuppressWarnings("unchecked")
    static <T> AnnotatedType<T> of(Class<T> javaClass) {
        Set<AnnotatedMethod<T>> methods = new LinkedHashSet<>();
        for (Class<?> c = javaClass; c != Object.class; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                methods.add(method(method));
            }
        }
        return proxy(AnnotatedType.class, javaClass, (proxy, called, arguments) -> switch (called.getName()) {
            case "getJavaClass" -> javaClass;
            case "getMethods" -> methods;
            default -> throw new UnsupportedOperationException(called.getName());
        });
    }

    @SuppressWarnings("unchecked")
    private static <T> AnnotatedMethod<T> method(Method method) {
        List<AnnotatedParameter<?>> parameters = new ArrayList<>();
        for (int i = 0; i < method.getParameterCount(); i++) {
            int position = i;
            parameters.add(proxy(
                    AnnotatedParameter.class,
                    method.getParameters()[i],
                    (proxy, called, arguments) -> switch (called.getName()) {
                        case "getJavaParameter" -> method.getParameters()[position];
                        case "getPosition" -> position;
                        case "getBaseType" -> method.getGenericParameterTypes()[position];
                        default -> throw new UnsupportedOperationException(called.getName());
                    }));
        }
        return proxy(AnnotatedMethod.class, method, (proxy, called, arguments) -> switch (called.getName()) {
            case "getJavaMember" -> method;
            case "getParameters" -> parameters;
            case "hashCode" -> method.hashCode();
            case "equals" -> proxy == arguments[0];
            default -> throw new UnsupportedOperationException(called.getName());
        });
    }

    @SuppressWarnings("unchecked")
    private static <T> T proxy(Class<T> type, AnnotatedElement element, InvocationHandler others) {
        return (T) Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, called, arguments) -> switch (called.getName()) {
                    case "isAnnotationPresent" -> element.isAnnotationPresent((Class) arguments[0]);
                    case "getAnnotation" -> element.getAnnotation((Class) arguments[0]);
                    case "getAnnotations" -> Set.of(element.getAnnotations());
                    default -> others.invoke(proxy, called, arguments);
                });
    }
}
