// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.EventPublisher.Results;
import io.onceward.spi.OutboxEvent;
import java.util.List;

/**
 * Publishes a batch in one transaction. The broker confirms all of it or nothing, and one event that it refuses fails the others,
 * too. So after a failure of a reachable broker, each event is published alone, which shows the refused ones and their reasons.
 * Jakarta Messaging has no common way to tell a refusal from an outage: it was a refusal if the broker can be reached afterwards.
 *
 * @param link the way to the broker
 */
record TransactedBatch(Link link) {

    /** The way to a broker. */
    interface Link {

        /** Publishes events in one transaction. */
        void publish(List<OutboxEvent> events) throws Exception;

        /** Publishes one event, so that an exception names the reason of a refusal. */
        void publishAlone(OutboxEvent event) throws Exception;

        /** Connects, and sends nothing. */
        void reach() throws Exception;
    }

    /** Publishes events in this order, and reports what becomes of each. */
    void publish(List<OutboxEvent> events, Results results) {
        Exception failure = failure(() -> link.publish(events));
        if (failure == null) {
            events.forEach(results::confirmed);
        } else if (isOutage(failure)) {
            results.unavailable(failure);
        } else {
            singly(events, results);
        }
    }

    private void singly(List<OutboxEvent> events, Results results) {
        for (OutboxEvent event : events) {
            if (results.wants(event) && !isReachedFor(event, results)) {
                return;
            }
        }
    }

    /** Publishes one event; returns whether the broker can be reached. */
    private boolean isReachedFor(OutboxEvent event, Results results) {
        Exception failure = failure(() -> link.publishAlone(event));
        if (failure == null) {
            results.confirmed(event);
        } else if (isOutage(failure)) {
            results.unavailable(failure);
            return false;
        } else {
            results.refused(event, failure, false);
        }
        return true;
    }

    /** Returns whether no event is at fault: the broker can't be reached, or the connection factory would lose any event. */
    private boolean isOutage(Exception failure) {
        return failure instanceof UnsoundException || failure(link::reach) != null;
    }

    /** Returns the failure of a call, if so. An error of a client library is one, unless the virtual machine has failed. */
    private static Exception failure(Call call) {
        try {
            call.run();
            return null;
        } catch (Exception e) {
            return e;
        } catch (StackOverflowError | LinkageError | AssertionError e) {
            return new IllegalStateException(e);
        }
    }
}
