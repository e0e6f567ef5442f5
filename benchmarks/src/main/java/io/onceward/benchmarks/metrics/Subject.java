// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Contestant;
import io.onceward.benchmarks.contestants.Stage;
import io.onceward.benchmarks.environment.Broker;
import io.onceward.benchmarks.environment.ProcessorTime;

/**
 * A contestant in its place.
 *
 * @param contestant itself
 * @param stage what it was given
 */
public record Subject(Contestant contestant, Stage stage) {

    /** Empties everything, and has nothing left to do from before. */
    void renew() throws Exception {
        contestant.reset();
        broker().renew(stage.queue());
        settle();
    }

    /** Writes out what is dirty in the database, and collects the garbage. */
    void settle() throws Exception {
        stage.database().checkpoint();
        System.gc();
    }

    Broker broker() {
        return stage.broker();
    }

    ProcessorTime processorTime() {
        return ProcessorTime.now(stage.database().server(), broker().pid());
    }
}
