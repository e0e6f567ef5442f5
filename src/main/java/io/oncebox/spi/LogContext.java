// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.Map;

/**
 * Has the application's own log lines say which message a handler works on. Implement it by the diagnostic context of your
 * logging framework, as a CDI bean; or give it to the builder in a plain JVM.
 *
 * <p>While a handler runs, these entries are there: {@code oncebox.id}, {@code oncebox.handler},
 * {@code oncebox.correlation} (the correlation id) and, if the message has them, {@code oncebox.channel} and
 * {@code oncebox.key}.
 *
 * <p>Thread-safe. What it throws is logged, and it is told nothing more; the handler runs anyway.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface LogContext {

    /**
     * Puts entries into the context of the calling thread.
     *
     * @param entries not {@code null}, and without {@code null}; senders have chosen most of the values
     * @return takes them away again: run on the same thread when the handler has returned or thrown
     */
    Runnable put(Map<String, String> entries);
}
