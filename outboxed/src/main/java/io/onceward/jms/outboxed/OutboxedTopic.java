// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import jakarta.jms.Topic;

/** A topic of the broker, by its name. */
record OutboxedTopic(String name) implements Topic {

    @Override
    public String getTopicName() {
        return name;
    }
}
