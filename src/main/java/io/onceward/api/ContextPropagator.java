// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.util.Optional;

/**
 * A context of the application that goes on from the recording of an event to its handlers, for example the tenant, the name of
 * the user or the locale. It travels as the header {@link #HEADER} + {@link #name()} of the event:
 *
 * <pre>{@code
 * @ApplicationScoped
 * public class TenantPropagator implements ContextPropagator {
 *     @Inject Tenant tenant;
 *
 *     public String name() {
 *         return "tenant";
 *     }
 *
 *     public Optional<String> capture() {
 *         return tenant.name();
 *     }
 *
 *     public Runnable restore(String value) {
 *         tenant.enter(value);
 *         return tenant::leave;
 *     }
 * }
 * }</pre>
 *
 * <p>The implementation is a CDI bean in any archive of the application, and no enterprise bean, or is given to the builder in a plain JVM.
 * Its dependencies may have a shorter scope. Thread-safe.
 *
 * <p>Everyone who may read or write the table, the queue or the topic can read or write the value. Don't put credentials into it,
 * and don't restore rights from it that these senders don't have.
 *
 * @since 0.1
 */
public interface ContextPropagator {

    /** The beginning of the names of the headers in which contexts travel. */
    String HEADER = "context_";

    /**
     * Returns the name of the context, always the same one. Two propagators of one application have different names. All
     * applications that share the context use the same name.
     *
     * @return 1 to 50 lower-case ASCII letters, digits and underscores, beginning with a letter; otherwise the application does
     *     not start ({@code OWD-0381})
     */
    String name();

    /**
     * Captures the context of the calling thread, which records an event. If it throws, the recording fails ({@code OWD-0383}) and
     * the transaction is marked for rollback. Onceward does not call it for an event that has the header already.
     *
     * @return 1 to 1024 printable ASCII characters that do not begin or end with a space, otherwise the recording fails ({@code
     *     OWD-0384}); empty if there is no context; not {@code null}
     */
    Optional<String> capture();

    /**
     * Restores a context on the calling thread, before the transaction of a handler begins. The request context is active. If it
     * throws, the handler does not run, and this counts as its failure ({@code OWD-0385}). Onceward does not call it for a message
     * without the header.
     *
     * @param value as a sender has set it: of the form that {@link #capture()} returns, but otherwise unchecked; not {@code null}
     * @return removes the context from the thread again. Onceward runs it on the same thread, after the transaction has ended,
     *     also if the handler has thrown; not {@code null}
     */
    Runnable restore(String value);
}
