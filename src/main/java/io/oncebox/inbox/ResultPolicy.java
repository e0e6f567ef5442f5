// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

/** What becomes of that which a handler returns, and what a repeated call returns instead. Thread-safe. */
public interface ResultPolicy {

    /** Whether the call was claimed now. */
    default boolean claim(ClaimStore store, String handler, String id) {
        return store.claim(handler, id);
    }

    /** Keeps what the first call returned, in its transaction; returns what the caller gets. */
    Object first(ClaimStore store, String handler, String id, Object returned) throws Exception;

    /** What a repeated call returns. */
    Object repeated(ClaimStore store, String handler, String id) throws Exception;

    /**
     * Keeps nothing.
     *
     * @param absent what a repeated call returns
     */
    static ResultPolicy none(Object absent) {
        return new ResultPolicy() {
            @Override
            public Object first(ClaimStore store, String handler, String id, Object returned) {
                return returned;
            }

            @Override
            public Object repeated(ClaimStore store, String handler, String id) {
                return absent;
            }
        };
    }
}
