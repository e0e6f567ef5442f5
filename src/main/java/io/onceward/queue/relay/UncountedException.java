// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import java.time.Duration;
import java.util.Optional;

/** A failed attempt that does not count. Its cause is the failure. */
public final class UncountedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Duration delay;

    private UncountedException(Exception cause, Duration delay) {
        super(null, cause, false, false);
        this.delay = delay;
    }

    /** Returns the failure of an attempt after which the usual delay follows. */
    public static UncountedException usualDelay(Exception cause) {
        return new UncountedException(cause, null);
    }

    /** Returns the failure of an attempt after which the handler asks for a delay. */
    public static UncountedException after(Duration delay, Exception cause) {
        return new UncountedException(cause, delay);
    }

    /** Returns the failure. */
    Exception failure() {
        return (Exception) getCause();
    }

    /** Returns the delay that the handler asks for. */
    Optional<Duration> delay() {
        return Optional.ofNullable(delay);
    }
}
