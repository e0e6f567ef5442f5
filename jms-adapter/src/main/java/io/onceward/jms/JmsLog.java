// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of the adapter. They contain no payloads. */
final class JmsLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private JmsLog() {}

    /** @param reason a clause about the connection factory */
    static void severalBrokers(String factory, String reason) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1249: Connection factory ''{0}'' may lead to several active brokers of Artemis: {1}. Each broker has its own groups,"
                        + " so the messages of a key may arrive out of order, and a receiver may miss the messages of the other"
                        + " brokers. Use the address of one broker and its backup, with ha=true, and in a cluster with"
                        + " useTopologyForLoadBalancing=false.",
                factory,
                reason);
    }

    /** @param losses clauses about the queue */
    static void loses(String queue, String losses) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1250: Queue ''{0}'' of Artemis can lose messages that nobody has received: {1}. Change the settings of the"
                        + " queue in the broker.",
                queue,
                losses);
    }

    /** @param setting of the queue */
    static void splitsKeys(String queue, String setting) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1251: Queue ''{0}'' of Artemis has {1}, so several consumers may get the messages of a key at the same time"
                        + " and out of order. Change the setting, or use only one consumer.",
                queue,
                setting);
    }
}
