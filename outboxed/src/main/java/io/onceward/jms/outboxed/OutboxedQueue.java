// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import jakarta.jms.Queue;

/** A queue of the broker, by its name. */
record OutboxedQueue(String name) implements Queue {

    @Override
    public String getQueueName() {
        return name;
    }
}
