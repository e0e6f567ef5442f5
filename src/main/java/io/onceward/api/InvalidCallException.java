// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

/**
 * Reports that a call can't succeed as it was made: an event is recorded without a transaction or is too large, its metadata are
 * illegal, a message has no identity, a page size is out of range. The code tells which.
 *
 * <p>A retry fails again: correct the call, the payload or the configuration. An active transaction is marked for rollback if the
 * call would have recorded an event. Without an active transaction there is nothing to mark.
 *
 * @since 0.1
 */
public class InvalidCallException extends OncewardException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception, for Onceward and its adapters.
     *
     * @param code the stable code, {@code OWD-} and four digits; not {@code null}
     * @param text what happened and what to do, without the code; not {@code null}
     * @param cause may be {@code null}
     * @throws NullPointerException if the code or the text is {@code null}
     */
    public InvalidCallException(String code, String text, Throwable cause) {
        super(code, text, cause);
    }
}
