// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.util.Objects;

/**
 * An error that Onceward has detected. The message starts with a stable code, such as {@code OWD-0042}. {@code docs/errors.md}
 * lists the codes with their cause and fix.
 *
 * <p>Subtypes tell what the caller can do:
 *
 * <ul>
 *   <li>{@link NotReadyException}: retry later, because Onceward has not started.
 *   <li>{@link QueueFullException}: back off, because too many events wait.
 *   <li>{@link InvalidCallException}: correct the call; a retry fails again.
 * </ul>
 *
 * <p>Any other instance reports a failure of a resource, such as the database ({@code OWD-0051}), or a mistake in the
 * deployment.
 *
 * <p><b>Transaction.</b> If {@link Outbox#record}, an emitter or an {@code @Outgoing} method throws it in an active transaction,
 * that transaction is marked for rollback: business data never commit without their event, even if the application catches the
 * exception. It is a system exception (Jakarta Enterprise Beans 4.0, section 9.1): thrown from a business method it rolls the
 * transaction back.
 *
 * @since 0.1
 */
public class OncewardException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * Creates an exception, for Onceward and its adapters.
     *
     * @param code the stable code, {@code OWD-} and four digits; not {@code null}
     * @param text what happened and what to do, without the code; not {@code null}
     * @param cause may be {@code null}
     * @throws NullPointerException if the code or the text is {@code null}
     */
    public OncewardException(String code, String text, Throwable cause) {
        super(Objects.requireNonNull(code, "code") + ": " + Objects.requireNonNull(text, "text"), cause);
        this.code = code;
    }

    /** Returns the stable code, for example {@code OWD-0042}. Not {@code null}. */
    public String code() {
        return code;
    }
}
