// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The port to the claims of one datasource, and to the results that are kept with them. A call takes part in the transaction of
 * the calling thread, unless its description says otherwise. Implementations are thread-safe.
 */
public interface ClaimStore {

    /** Returns the store for a claim with which Onceward begins a transaction. Such a claim sets the sentinel, where a statement can. */
    ClaimStore first();

    /**
     * Claims a message for a handler. Waits until a concurrent claim of the same message commits or rolls back.
     *
     * @return {@code false} if the message is already claimed
     */
    boolean claim(String handler, String messageId);

    /**
     * Claims messages for a handler in one statement. Waits until concurrent claims of the same messages commit or roll back.
     *
     * @return {@code false} if one is already claimed, or given twice: then the transaction must roll back
     */
    boolean claimAll(String handler, List<String> messageIds);

    /**
     * Claims a message for a handler. Waits at most about a second for a concurrent claim of the same message.
     *
     * @return {@code false} if the message is already claimed, or another transaction is claiming it
     */
    boolean tryClaim(String handler, String messageId);

    /** Stores the result of the handler that has claimed the message in this transaction. */
    void keep(String handler, String messageId, StoredResult result);

    /** Returns the result that was kept for a claimed message. */
    Optional<StoredResult> result(String handler, String messageId);

    /**
     * Returns the result that was kept for a claimed message. Where the database can, that includes a result that was committed
     * after this transaction began. Such a database then waits for a transaction that is storing one.
     */
    Optional<StoredResult> latestResult(String handler, String messageId);

    /** Returns the names of all handlers with claims. Called without a transaction. */
    Set<String> handlers();

    /** Returns whether a message is claimed. Called without a transaction. */
    boolean isClaimed(String handler, String messageId);

    /** Deletes a claim and its result. Called without a transaction. */
    void forget(String handler, String messageId);
}
