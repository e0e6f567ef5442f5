// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A transaction of a simulated session: its locks, and what it has written and not yet committed. */
final class SimTransaction {

    final String session;

    /** Rows by their positions; {@code null} for a deleted one. */
    final SortedMap<Long, SimRow> rows = new TreeMap<>();

    final SortedMap<Integer, SimLane> lanes = new TreeMap<>();
    /** The ids of messages that it claims. */
    final Set<String> claims = new HashSet<>();

    /** Messages whose effects it has. */
    final List<SimEvent> handled = new ArrayList<>();

    final Set<Long> rowLocks = new HashSet<>();
    final Set<Integer> laneLocks = new HashSet<>();

    /** Whether only published events are deleted: by a relay. */
    boolean removes;

    /** Whether it has written something that nobody reads. */
    boolean writes;

    boolean ended;

    SimTransaction(String session) {
        this.session = session;
    }
}
