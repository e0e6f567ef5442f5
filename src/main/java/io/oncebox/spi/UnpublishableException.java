// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.Objects;

/**
 * Thrown by an {@link EventPublisher} for an event that it can never publish: the event is parked at once, with the cause
 * as its error.
 *
 * @since 0.1
 */
public class UnpublishableException extends Exception {

    private static final long serialVersionUID = 1L;

    /** @param cause why; not {@code null} */
    public UnpublishableException(Exception cause) {
        super(Objects.requireNonNull(cause, "cause"));
    }
}
