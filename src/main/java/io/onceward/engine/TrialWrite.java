// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.queue.RecordedEvent;
import io.onceward.queue.store.AppendStore;
import io.onceward.spi.Transactions;
import java.util.List;
import java.util.Map;

/** The attempt to write a row, which rolls back, to find out whether the database accepts writes. */
final class TrialWrite {

    private static final RecordedEvent PROBE = new RecordedEvent(
            "probe", "onceward.probe", null, "probe", new byte[0], "text/plain", Map.of(), "none:", 0, null);

    private TrialWrite() {}

    /** @throws Exception if the database refuses the row */
    static void into(AppendStore store, Transactions transactions) throws Exception {
        try {
            transactions.inNew(() -> {
                store.write(List.of(PROBE));
                throw new Undone();
            });
        } catch (Undone e) {
            // the database accepts writes
        }
    }

    /** Rolls back a transaction that could commit. */
    private static final class Undone extends Exception {

        private static final long serialVersionUID = 1L;
    }
}
