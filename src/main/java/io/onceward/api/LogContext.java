// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.util.Map;

/**
 * Log context: adds the message that a handler processes to the application's log lines. Implement it with the diagnostic
 * context of your logging framework, as a CDI bean, or give it to the builder in a plain JVM.
 *
 * <p>While a handler runs, the context has these entries: {@code onceward.id}, {@code onceward.handler},
 * {@code onceward.correlation} (the correlation id) and, if the message has them, {@code onceward.channel} and
 * {@code onceward.key}.
 *
 * <p>Thread-safe. If it throws, Onceward logs the exception and does not call it again; the handler runs anyway.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface LogContext {

    /**
     * Puts entries into the context of the calling thread.
     *
     * @param entries not {@code null}, and without {@code null}; senders have chosen most of the values
     * @return removes the entries; Onceward runs it on the same thread after the handler; not {@code null}
     */
    Runnable put(Map<String, String> entries);
}
