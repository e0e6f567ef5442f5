// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.util.LinkedHashMap;
import java.util.Map;

/** The hosts by the names of their connections. Bounded, because rows of other writers may name any host. Thread-safe. */
final class Hosts {

    static final int MAX = 1_000;

    private final Map<String, Host> byConnection = new LinkedHashMap<>(16, 0.75f, true);
    private final int concurrency;
    private final int perSecond;

    Hosts(int concurrency, int perSecond) {
        this.concurrency = concurrency;
        this.perSecond = perSecond;
    }

    /** Returns a host. If there are too many, forgets the ones that are idle and were used the longest time ago. */
    synchronized Host get(String connection) {
        Host known = byConnection.get(connection);
        if (known != null) {
            return known;
        }
        if (byConnection.size() >= MAX) {
            byConnection.values().stream().filter(Host::isIdle).findFirst().ifPresent(idle -> byConnection
                    .values()
                    .remove(idle));
        }
        Host host = new Host(concurrency, perSecond);
        byConnection.put(connection, host);
        return host;
    }

    /** Returns a host that has had requests; {@code null} if it is unknown. */
    synchronized Host known(String connection) {
        return byConnection.get(connection);
    }

    synchronized int size() {
        return byConnection.size();
    }
}
