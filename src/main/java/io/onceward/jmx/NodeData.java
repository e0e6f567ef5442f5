// SPDX-License-Identifier: Apache-2.0
package io.onceward.jmx;

import io.onceward.queue.store.Cluster;
import java.util.List;

/** A {@link Cluster.Node} with the getters that JMX makes open data of. */
public final class NodeData {

    private final Cluster cluster;
    private final Cluster.Node node;

    NodeData(Cluster cluster, Cluster.Node node) {
        this.cluster = cluster;
        this.node = node;
    }

    public String getDatasource() {
        return cluster.datasource();
    }

    public String getIdentity() {
        return node.identity();
    }

    public String getName() {
        return node.name();
    }

    /** Returns whether it is the node that answers. */
    public boolean isSelf() {
        return node.identity().equals(cluster.self());
    }

    public String getLeaseUntil() {
        return node.until().toString();
    }

    public List<String> getQueues() {
        return node.queues().stream().sorted().toList();
    }
}
