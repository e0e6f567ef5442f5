// SPDX-License-Identifier: Apache-2.0
package io.oncebox.config;

import java.util.Optional;

/**
 * What is configured for one outgoing channel.
 *
 * @param name the channel's name
 * @param connector who serves it, if that was said
 * @param destination where its events go, if that was said
 * @param connectionFactory JNDI name
 * @param datasource JNDI name
 * @param duplicateDetection whether the broker is to drop what is published twice
 * @param ownTransaction whether an event without a transaction opens its own
 * @param envelope what its events are put into
 */
public record ChannelConfig(
        String name,
        Optional<String> connector,
        Optional<String> destination,
        String connectionFactory,
        String datasource,
        boolean duplicateDetection,
        boolean ownTransaction,
        Envelope envelope) {

    /** The name of Oncebox as a connector. */
    public static final String CONNECTOR = "oncebox";

    /** Whether another connector was named for it. */
    public boolean foreign() {
        return connector.isPresent() && !connector.get().equals(CONNECTOR);
    }
}
