// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import java.lang.reflect.Method;

/**
 * What annotations tell about the transaction of a method.
 *
 * @param method the method
 * @param kind whether there is one
 * @param why the reason, for the warning; empty for a method that always has one
 */
record MethodTransaction(Method method, Kind kind, String why) {

    /** Whether a method has a transaction. */
    enum Kind {
        /** It has one, or it is not called. */
        ALWAYS,
        /** It has that of its caller, if the caller has one. */
        OF_CALLER,
        /** It leaves that of its caller, or may run without one although the application has decided on its transaction. */
        DOUBTFUL,
        /** Nothing can be told, because the caller can't be found by injection. */
        UNKNOWN
    }

    static MethodTransaction always(Method method) {
        return new MethodTransaction(method, Kind.ALWAYS, "");
    }

    static MethodTransaction ofCaller(Method method) {
        return new MethodTransaction(method, Kind.OF_CALLER, "no @Transactional");
    }

    static MethodTransaction doubtful(Method method, String why) {
        return new MethodTransaction(method, Kind.DOUBTFUL, why);
    }

    static MethodTransaction unknown(Method method) {
        return new MethodTransaction(method, Kind.UNKNOWN, "");
    }
}
