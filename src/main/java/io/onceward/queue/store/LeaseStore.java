// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The port for the leases of the nodes that share the tables of a datasource. A call takes part in the transaction of the calling
 * thread. The database's clock decides which lease is over. Implementations are thread-safe.
 */
public interface LeaseStore {

    /**
     * A node with a lease.
     *
     * @param identity the identity of the process: another at each start
     * @param name the configured name of the node; {@code null} if it has none
     * @param queues the queues that it serves: "outbox:" or "inbox:", and the name of the queue
     */
    record Node(String identity, String name, Set<String> queues) {}

    /**
     * Begins the lease of a node, ends those of other nodes with its name, which no longer run, and deletes leases that are over.
     *
     * @return the nodes that have a lease, this one included
     */
    List<Node> begin(Node node, Duration length);

    /**
     * Extends the lease of a node, and deletes leases that are over. A lease that ends later than two such lengths from now counts
     * as over, too: the clock has jumped back. A node loses its name if another node has begun with it.
     *
     * @return the nodes that have a lease, this one included as it is now
     */
    List<Node> renew(Node node, Duration length);

    /** Ends a lease. */
    void end(String identity);
}
