// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Contestant;
import io.onceward.benchmarks.contestants.Stage;
import io.onceward.benchmarks.environment.Broker;
import io.onceward.benchmarks.environment.Postgres;
import io.onceward.benchmarks.environment.ProcessorTime;

/**
 * A contestant in its place.
 *
 * @param name of the contestant
 * @param contestant itself
 * @param stage what it was given
 * @param postgres the server of its database
 */
public record Subject(String name, Contestant contestant, Stage stage, Postgres postgres) {

    /** Empties everything, and has nothing left to do from before. */
    void renew() throws Exception {
        contestant.reset();
        broker().renew(stage.queue());
        settle();
    }

    /** Writes out what is dirty in the database, and collects the malformed. */
    void settle() throws Exception {
        postgres.checkpoint();
        System.gc();
    }

    Broker broker() {
        return stage.broker();
    }

    ProcessorTime processorTime() {
        return ProcessorTime.now(postgres, broker().pid());
    }
}
