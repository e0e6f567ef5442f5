// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.util.Objects;

/**
 * The report that a message can't be stored because of its content. A {@link MessageSource.Sink} throws it only for a batch of
 * one message. The source returns the message to the broker, which redelivers it or moves it to a dead-letter destination. If the
 * broker has no dead-letter destination, the source can move the message itself.
 *
 * @since 0.1
 */
public class UnstorableException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param cause the reason; not {@code null}
     * @throws NullPointerException if the cause is {@code null}
     */
    public UnstorableException(Exception cause) {
        super(Objects.requireNonNull(cause, "cause"));
    }
}
