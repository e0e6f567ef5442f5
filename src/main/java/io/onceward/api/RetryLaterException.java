// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.time.Duration;
import java.util.Objects;

/**
 * Asks for a later attempt with a stored message. A handler, or the codec that decodes the payload, throws it if something that
 * this message needs does not exist yet:
 *
 * <pre>{@code throw new RetryLaterException("order " + id + " is not paid yet", Duration.ofMinutes(10))}</pre>
 *
 * <p>The transaction of the attempt rolls back, and the attempt does not count. The next attempt begins after the delay by the
 * database's clock, at most one polling interval later. Later messages of the key wait. Onceward never parks the message because
 * of this exception: the handler decides when to give up. Onceward also recognizes the exception as the cause of another one,
 * because containers wrap exceptions.
 *
 * <p>The exception concerns one message, so it does not open the circuit breaker of the handler. If a resource that all messages
 * need is unavailable, throw an exception of {@link FailurePolicy#notCounted()} instead.
 *
 * @since 0.1
 */
public class RetryLaterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The longest delay, 36500 days. */
    private static final Duration LONGEST = Duration.ofDays(36500);

    private final Duration delay;

    /**
     * Creates an exception without a cause.
     *
     * @param message why the handler can't handle the message yet; stored as the error of the message
     * @param delay the time until the next attempt, from one millisecond to 36500 days; not {@code null}
     * @throws NullPointerException if the delay is {@code null}
     * @throws IllegalArgumentException if the delay is out of range
     */
    public RetryLaterException(String message, Duration delay) {
        this(message, delay, null);
    }

    /**
     * Creates an exception.
     *
     * @param message why the handler can't handle the message yet; stored as the error of the message
     * @param delay the time until the next attempt, from one millisecond to 36500 days; not {@code null}
     * @param cause may be {@code null}
     * @throws NullPointerException if the delay is {@code null}
     * @throws IllegalArgumentException if the delay is out of range
     */
    public RetryLaterException(String message, Duration delay, Throwable cause) {
        super(message, cause);
        this.delay = Objects.requireNonNull(delay, "delay");
        if (delay.compareTo(Duration.ofMillis(1)) < 0 || delay.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("Delay " + delay + " is out of range. Use PT0.001S to PT876000H.");
        }
    }

    /** Returns the time until the next attempt. Not {@code null}. */
    public Duration delay() {
        return delay;
    }
}
