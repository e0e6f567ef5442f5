// SPDX-License-Identifier: Apache-2.0
package io.onceward.jmx;

import io.onceward.api.OncewardException;
import io.onceward.queue.store.Cluster;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The clusters of an application in JMX. Callers get exceptions of the JDK alone: they may not have Onceward's classes. */
public final class ClusterBean implements ClusterMXBean {

    private final Supplier<List<Cluster>> clusters;

    public ClusterBean(Supplier<List<Cluster>> clusters) {
        this.clusters = clusters;
    }

    @Override
    public List<NodeData> getNodes() {
        return all(cluster -> cluster.nodes().stream().map(node -> new NodeData(cluster, node)));
    }

    @Override
    public List<LanesData> getLanes() {
        return all(cluster -> cluster.queues().stream().map(queue -> new LanesData(cluster, queue)));
    }

    private <T> List<T> all(Function<Cluster, Stream<T>> part) {
        try {
            return clusters.get().stream().flatMap(part).toList();
        } catch (OncewardException e) {
            throw new IllegalStateException(e.getMessage());
        }
    }
}
