// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.outbox.Channel;
import io.onceward.outbox.Destination;
import io.onceward.queue.outage.BrokerConnection;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Resource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The connections by which a node publishes: those of its channels, and those that failed when it published the events of other
 * applications. For one thread.
 */
final class OutgoingConnections {

    private final Map<Resource, Set<String>> queues = new HashMap<>();
    private final Map<Resource, Outage> outages = new HashMap<>();

    OutgoingConnections(Collection<Channel> channels, Collection<Outage> failing) {
        channels.forEach(channel -> channel.destinations().forEach(this::add));
        for (Outage outage : failing) {
            outages.put(outage.resource(), outage);
            queuesOf(outage.resource()).addAll(outage.queues());
        }
    }

    private void add(Destination destination) {
        String uri = destination.uri();
        String scheme = uri.substring(0, uri.indexOf(':'));
        queuesOf(Resource.connection(scheme, destination.broker().connection(uri)))
                .add(destination.queue());
    }

    private Set<String> queuesOf(Resource connection) {
        return queues.computeIfAbsent(connection, each -> new TreeSet<>());
    }

    /** Returns the connections by kind and name. */
    List<BrokerConnection> sorted() {
        return queues.entrySet().stream()
                .map(each -> new BrokerConnection(
                        each.getKey().system(),
                        each.getKey().name(),
                        false,
                        List.copyOf(each.getValue()),
                        outages.get(each.getKey())))
                .sorted(Comparator.comparing(BrokerConnection::kind).thenComparing(BrokerConnection::name))
                .toList();
    }
}
