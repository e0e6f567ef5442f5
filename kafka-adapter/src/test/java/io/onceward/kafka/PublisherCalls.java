// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.contract.HeardPublisher;
import io.onceward.fixture.Await;
import io.onceward.spi.OutboxEvent;
import java.util.List;

/** Calls of a publisher that are repeated until a live broker has answered in time. */
final class PublisherCalls {

    private PublisherCalls() {}

    /** Returns whether the broker has confirmed the events. */
    static boolean publishes(HeardPublisher publisher, OutboxEvent... events) {
        try {
            publisher.publish(List.of(events));
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    /** Waits until the event is refused with a text that starts so; fails if it is published. */
    static void awaitRefusal(HeardPublisher publisher, String start, OutboxEvent event) throws InterruptedException {
        Await.until("a refusal with " + start, () -> {
            try {
                publisher.publish(event);
            } catch (Exception e) {
                return String.valueOf(e.getMessage()).startsWith(start);
            }
            throw new AssertionError("The event was published, and not refused with " + start);
        });
    }

    /** Waits until the broker answers. An outage of the thread's last batch stays until the next batch, so it fails this. */
    static void awaitReach(HeardPublisher publisher) throws InterruptedException {
        Await.until("an answer of the broker", () -> {
            try {
                publisher.requireNoOutage();
                return true;
            } catch (Exception e) {
                return false;
            }
        });
    }
}
