// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

/**
 * Reports that {@code onceward.outbox.max-pending} events wait, so that no event is recorded ({@code OWD-0056}). This happens when
 * the broker is unavailable for long, or the relay can't keep up.
 *
 * <p>The caller can back off and retry in a new transaction, or refuse work, for example with HTTP status 503. An active
 * transaction is marked for rollback, so none of its events is recorded.
 *
 * @since 0.1
 */
public class QueueFullException extends OncewardException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception, for Onceward and its adapters.
     *
     * @param code the stable code, {@code OWD-} and four digits; not {@code null}
     * @param text what happened and what to do, without the code; not {@code null}
     * @param cause may be {@code null}
     * @throws NullPointerException if the code or the text is {@code null}
     */
    public QueueFullException(String code, String text, Throwable cause) {
        super(code, text, cause);
    }
}
