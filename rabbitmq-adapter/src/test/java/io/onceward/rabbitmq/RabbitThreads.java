// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import java.util.List;

/** The threads of clients, without those of the tests' own clients. */
final class RabbitThreads {

    private RabbitThreads() {}

    /** Returns the names of the live threads that the adapter or its client has started. */
    static List<String> names() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(RabbitThreads::isOfClient)
                .toList();
    }

    /** Returns whether the adapter or its client gives threads such a name. */
    static boolean isOfClient(String name) {
        return name.startsWith("onceward-rabbitmq-") || name.startsWith("AMQP Connection");
    }
}
