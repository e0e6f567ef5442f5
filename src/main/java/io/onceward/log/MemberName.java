// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import java.lang.reflect.Method;

/**
 * The name of a method in errors, and the default name of its handler: {@code com.shop.Billing#bill}, as in Javadoc. It does not
 * name the parameters.
 */
public final class MemberName {

    private MemberName() {}

    /** Returns the name of a method by the class that declares it. */
    public static String of(Method method) {
        return of(method.getDeclaringClass(), method);
    }

    /** Returns the name of a method by the class of the bean, which may inherit it. */
    public static String of(Class<?> bean, Method method) {
        return bean.getName() + "#" + method.getName();
    }
}
