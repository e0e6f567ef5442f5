// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import java.util.Optional;
import java.util.Set;

/**
 * The inbox tables of one datasource. Calls take part in the transaction of the calling thread, except where it says
 * otherwise. Implementations are thread-safe.
 *
 * @since 0.1
 */
public interface ClaimStore {

    /**
     * Claims a message for a handler in the transaction of the calling thread. Waits for a concurrent claim of the same
     * message and then sees its outcome.
     *
     * @return {@code false} if the message was claimed before
     */
    boolean claim(String handler, String messageId);

    /**
     * Claims a message for a handler, but does not wait for a concurrent claim for more than about a second.
     *
     * @return {@code false} if the message was claimed before, or somebody is about to
     */
    boolean tryClaim(String handler, String messageId);

    /** Stores the result of the handler that has claimed the message in this transaction. */
    void keep(String handler, String messageId, StoredResult result);

    /**
     * What was stored for a message that was claimed before.
     *
     * @param latest whether it is to be seen even if this transaction has read something before it was committed, where the
     *     database has a way to; it then waits for one that is being stored
     */
    Optional<StoredResult> result(String handler, String messageId, boolean latest);

    /** The names of all handlers that have claimed something; called without a transaction. */
    Set<String> handlers();

    /** Whether a claim is in the table; called without a transaction. */
    boolean isClaimed(String handler, String messageId);

    /** Removes a claim and its result; called without a transaction. */
    void forget(String handler, String messageId);
}
