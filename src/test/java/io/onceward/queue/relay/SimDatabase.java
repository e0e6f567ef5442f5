// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.EventState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Rows, lanes and leases. Each method is one statement, or a part of one: it sees what has committed by then, and what its own
 * transaction has written. No transaction sees what another one has written before that commits.
 */
final class SimDatabase {

    /** The time between which a lease holds, and whether its node serves the queue. */
    record Lease(String identity, String name, long from, long until, boolean serves) {

        boolean holds(long now) {
            return from <= now && until > now;
        }
    }

    private final TreeMap<Long, SimRow> rows = new TreeMap<>();
    private final TreeMap<Integer, SimLane> lanes = new TreeMap<>();
    private final Map<Long, SimTransaction> rowLocks = new HashMap<>();
    private final Map<Integer, SimTransaction> laneLocks = new HashMap<>();
    private final Set<String> claims = new HashSet<>();
    private final Map<String, SimTransaction> openClaims = new HashMap<>();
    final Map<String, Lease> leases = new TreeMap<>();

    /** What others can see, and a crash undoes. */
    private final List<SimTransaction> notDurable = new ArrayList<>();

    private long lastSeq;

    /** How often anything was committed. */
    long commits;

    SimDatabase(int total) {
        for (int lane = 0; lane < total; lane++) {
            lanes.put(lane, new SimLane(lane, total, null, 0, false));
        }
    }

    long nextSeq() {
        return ++lastSeq;
    }

    /** Returns the row at a position as a transaction sees it; {@code null} if there is none. */
    SimRow row(SimTransaction own, long seq) {
        return own != null && own.rows.containsKey(seq) ? own.rows.get(seq) : rows.get(seq);
    }

    /** Returns the rows that a transaction sees, in the order of their positions. */
    List<SimRow> rows(SimTransaction own, Predicate<SimRow> which) {
        List<SimRow> found = new ArrayList<>();
        boolean plain = own == null || own.rows.isEmpty();
        for (Map.Entry<Long, SimRow> each : rows.entrySet()) {
            SimRow row = plain ? each.getValue() : row(own, each.getKey());
            if (row != null && which.test(row)) {
                found.add(row);
            }
        }
        return found;
    }

    SimLane lane(SimTransaction own, int number) {
        SimLane written = own == null ? null : own.lanes.get(number);
        return written != null ? written : lanes.get(number);
    }

    List<SimLane> lanes(SimTransaction own) {
        List<SimLane> all = new ArrayList<>(lanes.size());
        for (Integer number : lanes.keySet()) {
            all.add(lane(own, number));
        }
        return all;
    }

    int total() {
        return lanes.size();
    }

    /** Locks a row, unless another transaction has locked it. */
    boolean lockRow(SimTransaction own, long seq) {
        SimTransaction holder = rowLocks.putIfAbsent(seq, own);
        if (holder != null && holder != own) {
            return false;
        }
        own.rowLocks.add(seq);
        return true;
    }

    boolean lockLane(SimTransaction own, int number) {
        SimTransaction holder = laneLocks.putIfAbsent(number, own);
        if (holder != null && holder != own) {
            return false;
        }
        own.laneLocks.add(number);
        return true;
    }

    /** Returns whether a committed transaction has claimed a message. */
    boolean isClaimed(String id) {
        return claims.contains(id);
    }

    /** Claims a message, unless an open transaction of another session has claimed it. */
    boolean claim(SimTransaction own, String id) {
        if (openClaims.putIfAbsent(id, own) != null) {
            return false;
        }
        own.claims.add(id);
        return true;
    }

    /** Locks those rows that have a state, and that no other transaction has locked; returns their positions. */
    List<Long> lockUnlocked(SimTransaction own, Collection<Long> positions, Map<Long, EventState> states) {
        List<Long> locked = new ArrayList<>();
        for (Long seq : positions) {
            SimRow row = row(own, seq);
            if (row != null && row.is(states.get(seq)) && lockRow(own, seq)) {
                locked.add(seq);
            }
        }
        return locked;
    }

    void write(SimTransaction own, SimRow row) {
        own.rows.put(row.seq(), row);
    }

    void delete(SimTransaction own, long seq) {
        own.rows.put(seq, null);
    }

    void write(SimTransaction own, SimLane lane) {
        own.lanes.put(lane.number(), lane);
    }

    void deleteLanesFrom(int total) {
        lanes.tailMap(total).clear();
    }

    void commit(SimTransaction own) {
        commits++;
        own.rows.forEach((seq, row) -> {
            if (row == null) {
                rows.remove(seq);
            } else {
                rows.put(seq, row);
            }
        });
        lanes.putAll(own.lanes);
        claims.addAll(own.claims);
        end(own);
    }

    /** Commits, so that others can see it; {@link #flush} makes it durable. */
    void commitEarly(SimTransaction own) {
        commit(own);
        notDurable.add(own);
    }

    /** Makes all commits durable. */
    void flush() {
        notDurable.clear();
    }

    /** Undoes the commits that are not durable; returns their transactions. They have only inserted rows. */
    List<SimTransaction> crash() {
        List<SimTransaction> undone = List.copyOf(notDurable);
        undone.forEach(transaction -> rows.keySet().removeAll(transaction.rows.keySet()));
        flush();
        return undone;
    }

    void end(SimTransaction own) {
        own.ended = true;
        own.rowLocks.forEach(seq -> rowLocks.remove(seq, own));
        own.laneLocks.forEach(number -> laneLocks.remove(number, own));
        own.claims.forEach(id -> openClaims.remove(id, own));
    }

    /** Returns the first position of a key with one of some states; the highest number if there is none. */
    long first(SimTransaction own, String key, Set<EventState> states) {
        boolean plain = own == null || own.rows.isEmpty();
        for (Map.Entry<Long, SimRow> each : rows.entrySet()) {
            SimRow row = plain ? each.getValue() : row(own, each.getKey());
            if (row != null && states.contains(row.state()) && Objects.equals(row.event().key, key)) {
                return row.seq();
            }
        }
        return Long.MAX_VALUE;
    }
}
