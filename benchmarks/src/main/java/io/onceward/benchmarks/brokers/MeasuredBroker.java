// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import io.onceward.benchmarks.contestants.Event;
import io.onceward.standalone.OncewardBuilder;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A broker in a process of its own, and what its client library does there without Onceward. */
interface MeasuredBroker extends AutoCloseable {

    /** Sends batches. Each thread has its own. */
    interface Sender extends AutoCloseable {

        /** Sends events in their order, and returns when the broker has confirmed all of them. */
        void send(List<Event> batch) throws Exception;

        @Override
        void close() throws IOException;
    }

    /** Returns the versions and settings, in one line. */
    String about();

    /** Returns the id of its process, or of the process that started the others. */
    long pid();

    /** Gives Onceward what it needs to publish the channel {@code orders}. */
    OncewardBuilder connect(OncewardBuilder builder);

    /** Returns the configuration with which Onceward publishes the channel {@code orders}. */
    Map<String, String> configuration();

    /** Replaces the destination by an empty one. Called while nothing is connected to it. */
    void renew() throws Exception;

    Sender sender() throws Exception;

    /** Returns the number of messages in the destination. */
    long count() throws Exception;

    /**
     * Receives the messages of the destination, those that are there and those that arrive, until it is closed.
     *
     * @param payloads gets each payload on one thread
     */
    Closeable receive(Consumer<String> payloads) throws Exception;

    @Override
    void close() throws IOException;
}
