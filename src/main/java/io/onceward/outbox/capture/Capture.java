// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox.capture;

import io.onceward.outbox.Admission;
import io.onceward.queue.store.AppendStore;
import java.time.Duration;

/** The log-based capture of the events of one datasource. Implementations are thread-safe. */
public interface Capture {

    /** Returns the store that appends events and deletes them in the same transaction, so that only the log has them. */
    AppendStore events();

    /** Returns the condition under which the channels of the datasource take events. */
    Admission admission();

    /**
     * Checks that a tool can capture the events, and no relay publishes them. Called without a transaction, when the tables exist.
     *
     * @throws io.onceward.api.OncewardException if events would be lost, or published twice
     */
    void check();

    /** Reads what the tool needs on another thread, if the last reading is old. Called regularly. */
    void tick();

    /** Returns how long a reading has waited for the database, or for a thread; zero if there is none. */
    Duration inStep();

    /** Returns the last reading; {@code null} before the first one, and if the check is off. */
    CaptureReading last();
}
