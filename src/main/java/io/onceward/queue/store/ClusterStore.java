// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

/** The port for what operators see of nodes, leases and lanes. Implementations are thread-safe. */
public interface ClusterStore {

    /**
     * Reads nodes, lanes and retry policies. Locks nothing. Takes part in the transaction of the calling thread.
     *
     * @param self the identity of this node
     */
    Cluster read(String self);
}
