// SPDX-License-Identifier: Apache-2.0
package io.onceward.jmx;

import io.onceward.queue.store.Cluster;
import java.util.Map;

/** A {@link Cluster.Queue} with the getters that JMX makes open data of. */
public final class LanesData {

    private final Cluster cluster;
    private final Cluster.Queue queue;

    LanesData(Cluster cluster, Cluster.Queue queue) {
        this.cluster = cluster;
        this.queue = queue;
    }

    public String getDatasource() {
        return cluster.datasource();
    }

    public String getSide() {
        return queue.side().text();
    }

    public String getQueue() {
        return queue.name();
    }

    public int getLanes() {
        return queue.lanes();
    }

    public int getFree() {
        return queue.free();
    }

    /** Returns the numbers of lanes by the identities of their owners. */
    public Map<String, Integer> getOwned() {
        return queue.owned();
    }

    /** Returns the application that has declared the retry policy, or {@code null}. */
    public String getApplication() {
        return queue.policy() == null ? null : queue.policy().application();
    }

    /** Returns the retry policy, or {@code null}. */
    public String getPolicy() {
        return queue.policy() == null ? null : queue.policy().policy().toString();
    }
}
