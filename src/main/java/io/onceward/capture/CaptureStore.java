// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import io.onceward.queue.store.AppendStore;

/** The port for the events of one datasource that a tool captures from the log of the database. Implementations are thread-safe. */
public interface CaptureStore {

    /** Returns the store that appends events and deletes them in the same transaction, so that only the log has them. */
    AppendStore events();

    /** Reads what the tool needs in the database. Called without a transaction. */
    CaptureReading read();

    /** Counts, up to a limit, events that a relay has not published yet, in whatever state. Called without a transaction. */
    int countKept(int limit);
}
