// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import io.onceward.api.InvalidCallException;
import io.onceward.api.NotReadyException;
import io.onceward.api.OncewardException;
import io.onceward.api.QueueFullException;
import java.util.Arrays;

/** Makes exceptions with a code, for adapters, too. A code that was used once is never used for anything else. */
public final class Coded {

    private static final String PAGE = "docs/errors.md";

    private Coded() {}

    /**
     * Returns an exception that refuses a call, a request, a message or an event.
     *
     * @param text a format, as of {@link String#format}
     * @param values values for the format. Texts may contain {@linkplain ControlCharacters control characters}: the message
     *     shows them escaped
     */
    public static OncewardException error(String number, Throwable cause, String text, Object... values) {
        return error(number, cause, text, OncewardException::new, values);
    }

    /** Returns such an exception with a kind. */
    public static OncewardException error(Kind kind, String number, Throwable cause, String text, Object... values) {
        return error(number, cause, text, (code, message, why) -> new KindException(kind, code, message, why), values);
    }

    /** Returns such an exception of a subtype. */
    static <E extends OncewardException> E error(
            String number, Throwable cause, String text, Type<E> type, Object... values) {
        return type.create("OWD-" + number, String.format(text, escaped(values)), cause);
    }

    private static Object[] escaped(Object... values) {
        return Arrays.stream(values)
                .map(value -> value instanceof String text ? ControlCharacters.escaped(text) : value)
                .toArray();
    }

    /** The constructor of an exception. */
    @FunctionalInterface
    public interface Type<E extends OncewardException> {
        E create(String code, String text, Throwable cause);
    }

    /** Returns an exception that refuses or postpones a deployment. Its message ends with the place that explains it. */
    public static OncewardException deploymentError(String number, Throwable cause, String text, Object... values) {
        return deploymentError(number, cause, text, OncewardException::new, values);
    }

    /** Returns such an exception with a kind. */
    public static OncewardException deploymentError(
            Kind kind, String number, Throwable cause, String text, Object... values) {
        return deploymentError(
                number, cause, text, (code, message, why) -> new KindException(kind, code, message, why), values);
    }

    /** Returns such an exception of a subtype. */
    public static <E extends OncewardException> E deploymentError(
            String number, Throwable cause, String text, Type<E> type, Object... values) {
        return error(number, cause, "%s See %s#owd-%s", type, String.format(text, values), PAGE, number);
    }

    /** Returns an exception for a call that can't succeed as it was made. */
    public static InvalidCallException callError(String number, Throwable cause, String text, Object... values) {
        return error(number, cause, text, InvalidCallException::new, values);
    }

    /** Returns such an exception with a kind. */
    public static InvalidCallException callError(
            Kind kind, String number, Throwable cause, String text, Object... values) {
        return error(
                number, cause, text, (code, message, why) -> new KindCallException(kind, code, message, why), values);
    }

    /** Returns an exception for a call before Onceward has started. */
    public static NotReadyException notReadyError(String number, Throwable cause, String text, Object... values) {
        return error(number, cause, text, NotReadyException::new, values);
    }

    /** Returns an exception for an event for which the outbox has no room. */
    public static QueueFullException queueFullError(String number, Throwable cause, String text, Object... values) {
        return error(number, cause, text, QueueFullException::new, values);
    }
}
