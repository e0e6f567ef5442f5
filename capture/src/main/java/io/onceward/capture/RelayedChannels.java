// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import io.onceward.queue.Side;
import io.onceward.queue.store.Cluster;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * The channels that nodes with the same tables relay.
 *
 * @param cluster reads the nodes
 */
record RelayedChannels(Supplier<Cluster> cluster) implements Supplier<List<String>> {

    private static final String PREFIX = Side.OUTBOX.text() + ":";

    @Override
    public List<String> get() {
        return cluster.get().nodes().stream()
                .map(Cluster.Node::queues)
                .flatMap(Collection::stream)
                .filter(queue -> queue.startsWith(PREFIX))
                .map(queue -> queue.substring(PREFIX.length()))
                .distinct()
                .sorted()
                .toList();
    }
}
