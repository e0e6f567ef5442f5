// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import java.util.Optional;
import java.util.Set;

/**
 * The inbox tables of one datasource. Calls take part in the transaction of the calling thread, except where their
 * description says otherwise. Implementations are thread-safe.
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
     * Claims a message for a handler, but waits about a second at most for a concurrent claim.
     *
     * @return {@code false} if the message was claimed before, or a concurrent transaction claims it
     */
    boolean tryClaim(String handler, String messageId);

    /** Stores the result of the handler that has claimed the message in this transaction. */
    void keep(String handler, String messageId, StoredResult result);

    /**
     * Returns the stored result of a message that was claimed before.
     *
     * @param latest whether to see a result that was committed after this transaction began to read, where the database can;
     *     the call then waits for a concurrent transaction that stores it
     */
    Optional<StoredResult> result(String handler, String messageId, boolean latest);

    /** Returns the names of all handlers that have claims; called without a transaction. */
    Set<String> handlers();

    /** Returns whether a claim is in the table; called without a transaction. */
    boolean isClaimed(String handler, String messageId);

    /** Removes a claim and its result; called without a transaction. */
    void forget(String handler, String messageId);
}
