// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

/** The port for what a tool that captures the events of one datasource needs in the database. Implementations are thread-safe. */
interface CaptureStore {

    /** Reads what the tool needs. Called without a transaction. */
    CaptureNeeds read();

    /** Counts, up to a limit, events that a relay has not published yet, in whatever state. Called without a transaction. */
    int countKept(int limit);
}
