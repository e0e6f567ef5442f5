// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The arrivals at the witness: the orders of each key in the order of their first arrival, and the repetitions. Thread-
 * safe.
 */
final class Arrivals {

    /**
     * An order as its event tells of it.
     *
     * @param key that orders are in order of
     * @param nr its place among those of its key
     * @param id the order's
     */
    record Order(String key, long nr, String id) {

        /** @param text as in the payload of an event */
        static Order parse(String text) {
            String[] parts = text.split(" ");
            return new Order(parts[0], Long.parseLong(parts[1]), parts[2]);
        }
    }

    private final Map<String, List<Order>> firsts = new TreeMap<>();
    private final Map<String, Integer> times = new HashMap<>();
    private long again;

    /** Returns how often it has arrived by now. */
    synchronized int note(Order order) {
        int count = times.merge(order.id(), 1, Integer::sum);
        if (count == 1) {
            firsts.computeIfAbsent(order.key(), key -> new ArrayList<>()).add(order);
        } else {
            again++;
        }
        return count;
    }

    /** The ids of all orders that have arrived. */
    synchronized Set<String> ids() {
        return Set.copyOf(times.keySet());
    }

    synchronized int size() {
        return times.size();
    }

    /** Returns the number of arrivals that were not the first of their order. */
    synchronized long again() {
        return again;
    }

    /** Returns the orders that arrived after a later one of their key. */
    synchronized List<Order> overtaken() {
        List<Order> overtaken = new ArrayList<>();
        for (List<Order> ofKey : firsts.values()) {
            long highest = 0;
            for (Order order : ofKey) {
                if (order.nr() < highest) {
                    overtaken.add(order);
                }
                highest = Math.max(highest, order.nr());
            }
        }
        return overtaken;
    }
}
