// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import io.onceward.queue.RecordedEvent;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * The port to the archive of the published events of one datasource. A call takes part in the transaction of the calling thread.
 * Implementations are thread-safe.
 */
public interface ArchiveStore {

    /**
     * Deletes archived events that were published longer ago than the age, by the database's clock. Does nothing while another
     * transaction deletes expired rows, also those of the inbox.
     *
     * @param age how long published events are kept
     * @param limit the most events to delete
     * @return the number of deleted events; empty while another transaction deletes expired rows
     */
    OptionalInt prune(Duration age, int limit);

    /**
     * Returns the events that were published last.
     *
     * @param limit the most events; fewer if their payloads are large
     */
    List<RecordedEvent> newest(int limit);
}
