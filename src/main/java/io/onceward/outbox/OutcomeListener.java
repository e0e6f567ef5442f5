// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

/** Learns how the transaction of an event has ended. */
@FunctionalInterface
public interface OutcomeListener {

    /** Ignores the outcome. */
    OutcomeListener NONE = committed -> {};

    /**
     * Called once, after the transaction has ended, by the thread that ends it. Must not throw.
     *
     * @param committed whether the transaction has committed, and the event with it
     */
    void ended(boolean committed);
}
