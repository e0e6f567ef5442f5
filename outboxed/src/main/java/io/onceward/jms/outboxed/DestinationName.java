// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import io.onceward.jms.JmsUri.Variant;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;

/**
 * A queue or topic in the broker.
 *
 * @param variant which of them
 * @param name its name
 */
record DestinationName(Variant variant, String name) {

    /** @param use what it is for, in the error for a temporary destination */
    static DestinationName of(Destination destination, String use) {
        if (destination instanceof TemporaryQueue || destination instanceof TemporaryTopic) {
            throw OutboxedErrors.temporaryDestination(use);
        }
        try {
            if (destination instanceof Queue queue) {
                return named(Variant.QUEUE, queue.getQueueName());
            } else if (destination instanceof Topic topic) {
                return named(Variant.TOPIC, topic.getTopicName());
            }
        } catch (JMSException e) {
            throw OutboxedErrors.noDestination("the name of its destination can't be read: " + e.getMessage());
        }
        throw OutboxedErrors.noDestination(
                destination == null
                        ? "its destination is null"
                        : "its destination of class " + destination.getClass().getName() + " is no queue or topic");
    }

    private static DestinationName named(Variant variant, String name) {
        if (name == null || name.isBlank()) {
            throw OutboxedErrors.noDestination("its destination has no name");
        }
        return new DestinationName(variant, name);
    }

    /** Returns {@code queue:NAME} or {@code topic:NAME}. */
    String text() {
        return variant.prefix() + name;
    }
}
