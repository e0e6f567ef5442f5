// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.time.Instant;

/**
 * The pause of one queue.
 *
 * <p>Implementations are immutable and come from Onceward; applications don't implement this interface, and later versions add
 * methods to it.
 *
 * @since 0.1
 */
public interface Pause {

    /** Returns the name of the queue: the channel in the outbox, the handler in the inbox. Not {@code null}. */
    String queue();

    /** Returns the name of the user who paused the queue. Not {@code null}. */
    String by();

    /** Returns when the queue was paused, by the database's clock. Not {@code null}. */
    Instant since();
}
