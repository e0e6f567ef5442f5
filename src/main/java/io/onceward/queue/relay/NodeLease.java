// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.Time;
import io.onceward.queue.store.LeaseStore;
import io.onceward.queue.store.LeaseStore.Node;
import io.onceward.spi.Transactions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lease of this node on the tables of a datasource, and what it knows of the other nodes (step 1 of {@code docs/model/leases.md}).
 * While the node has the lease, no other node takes its lanes.
 *
 * <p>The lease is 10 seconds long by the clock of the database, and is renewed at the first poll or read after 3 seconds. Nothing on this
 * node measures whether it still holds: a node that was paused may believe in a lease that is over, and another node may own its
 * lanes by now. So no decision may rely on {@link #keep} having succeeded. Safety comes from the versions of the lanes alone
 * (steps 4 and 7); the lease only keeps nodes from taking lanes of each other all the time.
 *
 * <p>The identity is new at each start, and lanes name it. The configured name only lets a restarted node free the lanes of its
 * predecessor at once. {@link #end} is final, because a task that outlasts the stop must not end the lease of the successor.
 *
 * <p>What it knows of other nodes is as old as the last renewal. It may be wrong, and decides only which lanes the node keeps.
 *
 * <p>Thread-safe. {@link #others} never waits; {@link #keep} and {@link #end} may wait for the database.
 */
public final class NodeLease {

    /** The length of a lease: the lanes of a killed node without a name are free when it is over. */
    public static final Duration LENGTH = Duration.ofSeconds(10);

    private static final Duration RENEWAL = Duration.ofSeconds(3);

    private final LeaseStore store;
    private final Transactions transactions;
    private final Time time;
    private final String identity = UUID.randomUUID().toString();
    private final Set<String> queues = ConcurrentHashMap.newKeySet();
    private String name;
    private volatile List<Node> nodes = List.of();
    private long renewedAt;
    private boolean begun;
    private boolean ended;

    /** @param name the configured name of the node; {@code null} if it has none */
    public NodeLease(LeaseStore store, Transactions transactions, String name, Time time) {
        this.time = time;
        this.store = store;
        this.transactions = transactions;
        this.name = name;
    }

    /** Returns the identity of this process. */
    public String identity() {
        return identity;
    }

    /** Has the other nodes know that this one serves a queue, from its next renewal on. */
    void serve(String queue) {
        queues.add(queue);
    }

    /** Has the other nodes know that this one does not serve a queue for the time being. */
    void leave(String queue) {
        queues.remove(queue);
    }

    /**
     * Renews the lease, if it is time. Does nothing after {@link #end}: a task that outlasts the stop must not end the lease of
     * the next process with the name of this one.
     *
     * @throws Exception if the database can't be written
     */
    synchronized void keep() throws Exception {
        if (ended || (begun && time.nanos() - renewedAt < RENEWAL.toNanos())) {
            return;
        }
        Node self = new Node(identity, name, new TreeSet<>(queues));
        nodes = transactions.inNew(() -> begun ? store.renew(self, LENGTH) : store.begin(self, LENGTH));
        if (name != null && nodes.stream().noneMatch(this::hasMyName)) {
            RelayLog.nodeReplaced(name);
            name = null;
        }
        begun = true;
        renewedAt = time.nanos();
    }

    private boolean hasMyName(Node node) {
        return identity.equals(node.identity()) && name.equals(node.name());
    }

    /** Returns how many other nodes serve a queue, as of the last renewal. Never waits for the database. */
    public int others(String queue) {
        return (int) nodes.stream()
                .filter(node ->
                        !node.identity().equals(identity) && node.queues().contains(queue))
                .count();
    }

    /** Ends the lease. */
    public synchronized void end() {
        ended = true;
        if (!begun) {
            return;
        }
        begun = false;
        try {
            transactions.inNew(() -> {
                store.end(identity);
                return null;
            });
        } catch (Exception e) {
            RelayLog.lanesNotReleased("The lease", LENGTH, e);
        }
    }
}
