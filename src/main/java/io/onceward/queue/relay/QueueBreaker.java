// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueuedEvent;
import java.util.List;

/** The circuit breaker of one queue. While it is open, the relay reads none of the queue's events. Thread-safe. */
public interface QueueBreaker {

    /** A breaker that never opens: the circuit breakers of a channel are those of its connections and destinations. */
    QueueBreaker CLOSED = new QueueBreaker() {
        @Override
        public boolean isClosed() {
            return true;
        }

        @Override
        public boolean isOpen() {
            return false;
        }

        @Override
        public List<QueuedEvent> order(QueueReading reading) {
            return reading.events();
        }

        @Override
        public boolean admits(QueuedEvent event) {
            return true;
        }

        @Override
        public void succeeded() {
            // it is closed
        }

        @Override
        public boolean failed(QueuedEvent event, Exception failure) {
            return true;
        }

        @Override
        public void ended(QueuedEvent event) {
            // no event is a probe
        }
    };

    /** Returns whether several events may be attempted together; otherwise at most a probe. */
    boolean isClosed();

    /** Returns whether no event may be attempted now. */
    boolean isOpen();

    /** Returns the events of a read in the order in which they are handed out. */
    List<QueuedEvent> order(QueueReading reading);

    /** Returns whether an attempt with this event may begin. A half-open breaker admits one event, its probe. */
    boolean admits(QueuedEvent event);

    /** Closes the breaker: an attempt has succeeded. */
    void succeeded();

    /** Notes a failed attempt, and returns whether it counts. */
    boolean failed(QueuedEvent event, Exception failure);

    /** Ends an attempt that was admitted. If it was the probe, and has neither succeeded nor failed, the next event may be. */
    void ended(QueuedEvent event);
}
