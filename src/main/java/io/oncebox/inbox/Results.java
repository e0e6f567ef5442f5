// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import io.oncebox.spi.InboxStore;

/** What becomes of that which a handler returns, and what a repeated call returns instead. Thread-safe. */
public interface Results {

    /** Whether the call was claimed now. */
    default boolean claim(InboxStore store, String handler, String id) {
        return store.claim(handler, id);
    }

    /** Keeps what the first call returned, in its transaction; returns what the caller gets. */
    Object first(InboxStore store, String handler, String id, Object returned) throws Exception;

    /** What a repeated call returns. */
    Object repeated(InboxStore store, String handler, String id) throws Exception;

    /**
     * Keeps nothing.
     *
     * @param absent what a repeated call returns
     */
    static Results none(Object absent) {
        return new Results() {
            @Override
            public Object first(InboxStore store, String handler, String id, Object returned) {
                return returned;
            }

            @Override
            public Object repeated(InboxStore store, String handler, String id) {
                return absent;
            }
        };
    }
}
