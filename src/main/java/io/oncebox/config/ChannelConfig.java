// SPDX-License-Identifier: Apache-2.0
package io.oncebox.config;

import java.util.Optional;

/**
 * What is configured for one outgoing channel.
 *
 * @param name the channel's name
 * @param connector who serves it, if that was said
 * @param datasource JNDI name
 * @param ownTransaction whether an event without a transaction opens its own
 * @param envelope what its events are put into
 */
public record ChannelConfig(
        String name, Optional<String> connector, String datasource, boolean ownTransaction, Envelope envelope) {

    /** Whether another connector was named for it. */
    public boolean foreign() {
        return connector.isPresent() && !Connector.isOurs(connector.get());
    }
}
