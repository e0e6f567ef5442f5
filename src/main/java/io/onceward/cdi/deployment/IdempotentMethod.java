// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.Idempotent;
import io.onceward.log.MemberName;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

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
public record IdempotentMethod(
        Class<?> bean, Method method, String handler, Kind kind, KeySource key, Idempotent idempotent) {

    /** The kind of the caller. It decides the source of the key, and how transaction and result are treated. */
    public enum Kind {
        /** The container calls it with a message, in the transaction of the delivery. */
        DELIVERY,
        /** Jakarta REST calls it with a request. */
        RESOURCE,
        /** The application calls it. */
        CALL
    }

    /** Returns the name for error messages. */
    public String member() {
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

    /** Returns the types that the method declares for payloads, and the type of the results that are replayed. */
    public List<Type> decodedTypes() {
        Stream<Type> replayed = kind == Kind.CALL && idempotent.replay()
                ? Stream.of(PayloadRules.result(method.getGenericReturnType()))
                : Stream.empty();
        return Stream.concat(Arrays.stream(idempotent.payload()), replayed).toList();
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
