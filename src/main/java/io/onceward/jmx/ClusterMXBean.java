// SPDX-License-Identifier: Apache-2.0
package io.onceward.jmx;

import java.util.List;

/** The nodes and lanes in JMX. */
public interface ClusterMXBean {

    /** Returns the nodes that have a lease. */
    List<NodeData> getNodes();

    /** Returns the queues with the owners of their lanes and their retry policies. */
    List<LanesData> getLanes();
}
