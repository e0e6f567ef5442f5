// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import io.onceward.queue.Side;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The nodes that share the tables of a datasource, and the queues with the owners of their lanes, at one moment. Immutable.
 *
 * @param datasource the name of the datasource
 * @param self the identity of this node
 * @param nodes the nodes that have a lease
 * @param queues the queues that have lanes or a retry policy, by side and name
 */
public record Cluster(String datasource, String self, List<Node> nodes, List<Queue> queues) {

    public Cluster {
        nodes = List.copyOf(nodes);
        queues = List.copyOf(queues);
    }

    /** Returns how many lanes of a queue this node owns. */
    public int ownLanes(Side side, String queue) {
        return queues.stream()
                .filter(each -> each.side() == side && each.name().equals(queue))
                .mapToInt(each -> each.owned().getOrDefault(self, 0))
                .sum();
    }

    /**
     * A node.
     *
     * @param identity the identity of the process
     * @param name the configured name of the node; {@code null} if it has none
     * @param queues the queues that it serves: "outbox:" or "inbox:", and the name of the queue
     * @param until the end of its lease, by the database's clock
     */
    public record Node(String identity, String name, Set<String> queues, Instant until) {

        public Node {
            queues = Set.copyOf(queues);
        }
    }

    /**
     * A queue.
     *
     * @param side its side
     * @param name the name of the channel or handler
     * @param policy its retry policy; {@code null} if no application declares one
     * @param owned how many lanes each node owns, by the identities of the nodes
     * @param free how many lanes no node owns that has a lease
     */
    public record Queue(Side side, String name, DeclaredPolicy policy, Map<String, Integer> owned, int free) {

        public Queue {
            owned = Map.copyOf(owned);
        }

        /** Returns the number of lanes. */
        public int lanes() {
            return free + owned.values().stream().mapToInt(Integer::intValue).sum();
        }
    }
}
