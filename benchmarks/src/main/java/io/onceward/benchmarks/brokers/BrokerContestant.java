// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import io.onceward.benchmarks.contestants.Event;
import java.util.ArrayList;
import java.util.List;

/** A way to publish to a broker. */
interface BrokerContestant extends AutoCloseable {

    /** Prepares a backlog of so many events, which nothing publishes yet. */
    void prepare(int events) throws Exception;

    /** Begins to publish the backlog, and what is produced. */
    void start() throws Exception;

    /** Ends to publish. */
    void stop() throws Exception;

    /** Produces one event. The latency of the event begins when this returns, or when it begins if {@link #isDirect}. */
    void produce(Event event) throws Exception;

    /** Returns whether the event is published when {@link #produce} returns. */
    boolean isDirect();

    /** Returns the batches in which a thread of several publishes events. */
    static List<List<Event>> batches(int events, int threads, int thread, int size) {
        List<List<Event>> batches = new ArrayList<>();
        List<Event> batch = new ArrayList<>(size);
        for (int number = thread; number < events; number += threads) {
            batch.add(Event.of(number, threads));
            if (batch.size() == size) {
                batches.add(batch);
                batch = new ArrayList<>(size);
            }
        }
        if (!batch.isEmpty()) {
            batches.add(batch);
        }
        return batches;
    }

    @Override
    void close();
}
