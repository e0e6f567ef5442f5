// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

/** Decides what happens to the result of a first call, and what a repeated call returns. Thread-safe. */
public interface ResultPolicy {

    /** Claims the call; returns whether it is the first one. */
    default boolean claim(ClaimStore store, String handler, String id) {
        return store.claim(handler, id);
    }

    /** Keeps the result of the first call, in its transaction; returns what the caller gets. */
    Object first(ClaimStore store, String handler, String id, Object returned) throws Exception;

    /** Returns the result of a repeated call. */
    Object repeated(ClaimStore store, String handler, String id) throws Exception;

    /**
     * Returns a policy that keeps no results.
     *
     * @param absent the result of each repeated call
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
