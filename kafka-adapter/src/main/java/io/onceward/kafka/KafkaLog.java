// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of the adapter. They contain no payloads. */
final class KafkaLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private KafkaLog() {}

    /** @param ways clauses about the topic */
    static void loses(String topic, String ways) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1176: Topic ''{0}'' can lose events that nobody has received: {1}. Change the settings of the topic.",
                topic,
                ways);
    }
}
