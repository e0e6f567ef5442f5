// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.outage;

import java.util.List;

/**
 * A connection to a broker, as one node has seen it. Immutable.
 *
 * @param kind the kind of broker: the scheme of its destinations, such as {@code kafka}
 * @param name the name of the connection, or the place that messages are received from
 * @param isIncoming whether messages are received by it; otherwise events are published
 * @param channels the channels, or queues of their destinations, that use it, sorted
 * @param outage its outage; {@code null} if its last use did not fail
 */
public record BrokerConnection(String kind, String name, boolean isIncoming, List<String> channels, Outage outage) {

    public BrokerConnection {
        channels = List.copyOf(channels);
    }
}
