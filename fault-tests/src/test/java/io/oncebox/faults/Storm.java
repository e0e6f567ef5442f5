// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A cluster under faults: what is injected when into whom is decided by the seed. */
final class Storm {

    /** The nodes of the cluster, and what they do. */
    static final Map<String, Role> NODES = nodes();

    /**
     * @param folder for all that the processes write
     * @param kinds who makes each of the {@link #NODES}, by its name
     * @param seed of the schedule
     * @param length of the time in which faults begin
     * @param faults those that may be injected
     */
    Storm(Path folder, Map<String, Kind> kinds, long seed, Duration length, Set<Fault> faults) {
        throw new UnsupportedOperationException();
    }

    /** With nodes that are all of one kind. */
    Storm(Path folder, Kind kind, long seed, Duration length, Set<Fault> faults) {
        this(folder, Map.of(), seed, length, faults);
    }

    /** Starts everything, injects, heals, lets it settle, looks at what is left, and ends everything. */
    Verdict run() throws Exception {
        throw new UnsupportedOperationException();
    }

    private static Map<String, Role> nodes() {
        Map<String, Role> nodes = new LinkedHashMap<>();
        nodes.put("producer", Role.PRODUCER);
        nodes.put("relay-1", Role.RELAY);
        nodes.put("relay-2", Role.RELAY);
        nodes.put("consumer-1", Role.CONSUMER);
        nodes.put("consumer-2", Role.CONSUMER);
        return nodes;
    }
}
