// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.time.Duration;
import java.util.Objects;

/**
 * Asks for a later attempt with a stored message. A handler throws it while something that this message needs is not there yet:
 *
 * <pre>{@code throw new RetryLaterException("order " + id + " is not paid yet", Duration.ofMinutes(10))}</pre>
 *
 * <p>The transaction of the attempt rolls back, and the attempt does not count. The next attempt begins after the delay by the
 * database's clock, at most one polling interval later. Later messages of the key wait. Oncebox never parks the message for this
 * exception, so the handler decides when it gives up. Oncebox also recognizes it as the cause of another exception, because
 * containers wrap exceptions.
 *
 * <p>It says nothing about other messages, and so does not open the circuit breaker of the handler. If a resource is unavailable
 * that all messages need, throw an exception of {@link FailurePolicy#notCounted()}.
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
