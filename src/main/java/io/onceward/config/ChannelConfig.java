// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import java.util.Optional;

/**
 * The configuration of an outgoing channel.
 *
 * @param name the channel's name
 * @param connector its connector, if configured
 * @param datasource JNDI name
 * @param opensOwnTransaction whether an event without a transaction opens its own
 * @param envelope the envelope of its events
 * @param isCaptured whether a tool publishes its events from the log of the database
 */
public record ChannelConfig(
        String name,
        Optional<String> connector,
        String datasource,
        boolean opensOwnTransaction,
        Envelope envelope,
        boolean isCaptured) {

    /** Returns whether the configuration names another connector for it. */
    public boolean hasOtherConnector() {
        return connector.isPresent() && !Connector.isOurs(connector.get());
    }
}
