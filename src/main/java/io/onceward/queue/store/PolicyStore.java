// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import java.util.Map;

/**
 * The port for the retry policies of one side of a datasource: of the channels of the outbox, or of the handlers of the stored
 * inbox. Implementations are thread-safe.
 */
public interface PolicyStore {

    /** Returns the policies by the names of their queues. Takes part in the transaction of the calling thread. */
    Map<String, DeclaredPolicy> policies();

    /** Returns the pauses and policies that relays obey. Takes part in the transaction of the calling thread. */
    Controls controls();

    /**
     * Writes the policy of a queue that has none. Called without a transaction.
     *
     * @return {@code false} if the queue has one by now
     */
    boolean insert(DeclaredPolicy policy);

    /**
     * Replaces the policy of a queue. Called without a transaction.
     *
     * @return {@code false} if the stored policy is no longer the one before
     */
    boolean replace(DeclaredPolicy before, DeclaredPolicy after);
}
