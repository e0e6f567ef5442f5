// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

/** Records the events, and publishes them while its relay runs. */
public interface OutboxProducer extends Producer {

    void startRelay() throws Exception;

    /** Returns when nothing of it runs any more. */
    void stopRelay() throws InterruptedException;

    /** Returns whether the contestant promises that events of one key leave in the order of their transactions. */
    boolean keepsOrder();
}
