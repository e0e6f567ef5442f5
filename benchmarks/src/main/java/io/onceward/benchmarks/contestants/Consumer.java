// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

/** Receives messages and writes a business row for each. */
public interface Consumer extends Contestant {

    void startConsuming() throws Exception;

    /** Returns when nothing of it runs any more. */
    void stopConsuming() throws InterruptedException;

    /** Returns whether a second message of the same event must leave no second row. */
    boolean removesDuplicates();
}
