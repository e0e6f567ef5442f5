// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.Idempotent;
import io.oncebox.log.MemberName;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * An {@code @Idempotent} method.
 *
 * @param bean the class of the bean
 * @param method the method, which a superclass may declare
 * @param handler the name of the handler in the inbox
 * @param kind the kind of its caller
 * @param key the source of the key that identifies a call
 * @param idempotent the annotation
 */
record IdempotentMethod(Class<?> bean, Method method, String handler, Kind kind, KeySource key, Idempotent idempotent) {

    /** The kind of the caller. It decides the source of the key, and how transaction and result are treated. */
    enum Kind {
        /** The container calls it with a message, in the transaction of the delivery. */
        DELIVERY,
        /** Jakarta REST calls it with a request. */
        RESOURCE,
        /** The application calls it. */
        CALL
    }

    /** Returns the name for error messages. */
    String member() {
        return MemberName.of(bean, method);
    }

    /** Returns a text that differs from those of the other methods of the bean. */
    String signature() {
        return signature(method);
    }

    /** Returns whether the other is the same method of the same bean. */
    boolean isSame(IdempotentMethod other) {
        return member().equals(other.member()) && signature().equals(other.signature());
    }

    /** Compares by identity: each method of the application has one object. */
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
