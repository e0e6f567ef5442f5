// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

/** Reports the backlog to operators. */
public interface Administered extends OutboxProducer {

    /** Asks the database for the figures of all channels. Returns how many events wait, at least. */
    long overview();
}
