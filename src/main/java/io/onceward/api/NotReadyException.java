// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

/**
 * Reports that Onceward has not started ({@code OWD-0050}): its start waits for the database, or has failed. The cause says why.
 * Onceward repeats the start every few seconds.
 *
 * <p>The caller can retry later, in a new transaction. An active transaction is marked for rollback if the call would have
 * recorded an event. A message that fails with it is left to the broker's redelivery.
 *
 * @since 0.1
 */
public class NotReadyException extends OncewardException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception, for Onceward and its adapters.
     *
     * @param code the stable code, {@code OWD-} and four digits; not {@code null}
     * @param text what happened and what to do, without the code; not {@code null}
     * @param cause may be {@code null}
     * @throws NullPointerException if the code or the text is {@code null}
     */
    public NotReadyException(String code, String text, Throwable cause) {
        super(code, text, cause);
    }
}
