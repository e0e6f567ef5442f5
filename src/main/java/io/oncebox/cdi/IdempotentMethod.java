// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.Idempotent;
import io.oncebox.log.MemberName;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * A method with {@code @Idempotent}.
 *
 * @param bean the class of the bean
 * @param method which may be declared by a superclass
 * @param handler its name in the inbox
 * @param kind who calls it
 * @param key where that which identifies a call comes from
 * @param idempotent the annotation
 */
record IdempotentMethod(Class<?> bean, Method method, String handler, Kind kind, KeySource key, Idempotent idempotent) {

    /** Who calls a method, which says where the key comes from, and what becomes of the transaction and the result. */
    enum Kind {
        /** A container, with a message, in the transaction of the delivery. */
        DELIVERY,
        /** Jakarta REST, with a request. */
        RESOURCE,
        /** Anybody. */
        CALL
    }

    /** How messages name it. */
    String member() {
        return MemberName.of(bean, method);
    }

    /** What tells it from the other methods of the bean. */
    String signature() {
        return signature(method);
    }

    /** Whether it is the same method of the same bean, seen once more. */
    boolean isSame(IdempotentMethod other) {
        return member().equals(other.member()) && signature().equals(other.signature());
    }

    /** One object for each method of the application. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    static String signature(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }
}
