// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.util.Objects;

/**
 * Reports an event that an {@link EventPublisher} can never publish. The relay parks the event at once, with the cause as its
 * error.
 *
 * @since 0.1
 */
public class UnpublishableException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param cause the reason; not {@code null}
     * @throws NullPointerException if the cause is {@code null}
     */
    public UnpublishableException(Exception cause) {
        super(Objects.requireNonNull(cause, "cause"));
    }
}
