// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.queue.store.AppendStore;
import java.util.List;

/**
 * The queues of handlers that get the events of a channel without a broker.
 *
 * @param store the store of the stored inbox, in the database of the channel; {@code null} without handlers
 * @param handlers the names of the handlers
 */
public record LocalQueues(AppendStore store, List<String> handlers) {

    /** No handlers. */
    public static final LocalQueues NONE = new LocalQueues(null, List.of());
}
