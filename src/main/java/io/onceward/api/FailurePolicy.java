// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the exceptions of a handler of stored messages after which a message is never retried, or is retried without counting
 * the attempt. Belongs on an {@code @Incoming} method of Onceward, or on its class for all its {@code @Incoming} methods without
 * this annotation. Elsewhere the deployment fails ({@code OWD-0102}).
 *
 * <pre>{@code
 * @Incoming("orders")
 * @FailurePolicy(neverRetried = InvalidOrderException.class, notCounted = ConnectException.class)
 * public void pack(OrderPlaced order) { ... }
 * }</pre>
 *
 * <p>A type includes its subtypes. Onceward compares the exception that the handler throws, then its cause, and so on, because
 * containers wrap exceptions. The first exception with a named type decides, by the most specific of its named types. A
 * {@link RetryLaterException} anywhere in this chain takes precedence.
 *
 * @since 0.1
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface FailurePolicy {

    /**
     * Returns the exception types after which the message is parked at once, because another attempt would fail again. No type
     * may also be in {@link #notCounted()} ({@code OWD-0100}).
     */
    Class<? extends Throwable>[] neverRetried() default {};

    /**
     * Returns the exception types after which the message is retried with the configured delay, and the attempt does not count.
     * Use them for an unavailable resource that the handler needs. Such failures of several messages open the circuit breaker of
     * the handler.
     */
    Class<? extends Throwable>[] notCounted() default {};
}
