// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.api.OncewardException;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** A method of a bean, called as another bean would call it. Thread-safe. */
final class BeanMethod {

    private final BeanManager beans;
    private final Bean<?> bean;
    private final Class<?> view;
    private final Method method;

    /** Makes the error for a method that no type of the bean has. */
    interface Refusal {
        OncewardException of(String why, String instead);
    }

    /** @throws OncewardException if no type of the bean has the method */
    BeanMethod(BeanManager beans, Bean<?> bean, Class<?> beanClass, Method declared, Refusal refusal) {
        this.beans = beans;
        this.bean = bean;
        this.view = view(bean, beanClass, declared, refusal);
        this.method = view == beanClass ? declared : inView(view, declared);
        this.method.trySetAccessible();
    }

    /** Returns the type to call the method by: the types of an enterprise bean may not include its class. */
    private static Class<?> view(Bean<?> bean, Class<?> beanClass, Method declared, Refusal refusal) {
        if (bean.getTypes().contains(beanClass)) {
            return beanClass;
        }
        return bean.getTypes().stream()
                .filter(Class.class::isInstance)
                .<Class<?>>map(type -> (Class<?>) type)
                .filter(type -> inView(type, declared) != null)
                .findFirst()
                .orElseThrow(() -> refusal.of(
                        "no business interface of its bean declares it",
                        "Declare it in one, or annotate the bean with @LocalBean."));
    }

    private static Method inView(Class<?> type, Method method) {
        return Arrays.stream(type.getMethods())
                .filter(candidate -> candidate.getDeclaringClass() != Object.class
                        && candidate.getName().equals(method.getName())
                        && Arrays.equals(candidate.getParameterTypes(), method.getParameterTypes()))
                .findFirst()
                .orElse(null);
    }

    Object call(Object... arguments) throws Exception {
        CreationalContext<?> context = beans.createCreationalContext(bean);
        try {
            return method.invoke(beans.getReference(bean, view, context), arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            context.release();
        }
    }
}
