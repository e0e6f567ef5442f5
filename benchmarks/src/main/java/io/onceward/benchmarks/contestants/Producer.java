// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import java.util.List;

/** Does business. Thread-safe. */
public interface Producer extends Contestant {

    /** One committed transaction with one business row for each event; returns after the commit. */
    void produce(List<Event> events) throws Exception;
}
