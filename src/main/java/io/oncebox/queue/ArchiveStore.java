// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.time.Duration;

/**
 * The archive of published events of one datasource. Calls take part in the transaction of the calling thread.
 * Implementations are thread-safe.
 *
 * @since 0.1
 */
public interface ArchiveStore {

    /**
     * Deletes some of the events that were published longer ago than this by the database's clock, unless another node is
     * doing so now.
     *
     * @param limit most events deleted
     * @return how many were
     */
    int prune(Duration age, int limit);
}
