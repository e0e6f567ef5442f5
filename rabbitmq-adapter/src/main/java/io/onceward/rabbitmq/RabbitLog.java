// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of the adapter. They contain no payloads. */
final class RabbitLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private RabbitLog() {}

    /** @param ways clauses about the queue */
    static void loses(String queue, String ways) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1174: Queue ''{0}'' can lose messages that nobody has received: {1}. Declare it without this, and as durable,"
                        + " for example as a quorum queue.",
                queue,
                ways);
    }

    static void dropsAtLimit(String queue, String version, int returns) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1141: Queue ''{0}'' of RabbitMQ {1} is a quorum queue without a dead-letter exchange. RabbitMQ drops its messages"
                        + " after {2} returns, and a lost connection returns messages that no code has seen. Declare the"
                        + " queue with x-dead-letter-exchange and x-dead-letter-routing-key, or set a policy with"
                        + " dead-letter-exchange. If such a policy applies, ignore this message.",
                queue,
                version,
                returns);
    }
}
