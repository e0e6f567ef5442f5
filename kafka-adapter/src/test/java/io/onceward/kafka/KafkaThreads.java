// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import java.util.List;

/** The threads of clients. */
final class KafkaThreads {

    private KafkaThreads() {}

    /** Returns the names of the live threads that a client has started. */
    static List<String> names() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("kafka-"))
                .toList();
    }
}
