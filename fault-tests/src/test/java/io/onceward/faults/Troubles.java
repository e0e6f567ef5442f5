// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The first attempts that fail in this process: some orders are refused by the broker, and some by each handler. Thread-safe. */
final class Troubles {

    /** The broker refuses a batch, and then the event alone: only the second one counts as an attempt. */
    private static final int REFUSALS_OF_BROKER = 2;

    private final Map<String, Integer> attempts = new ConcurrentHashMap<>();
    private final String round;
    private final boolean any;

    /** @param task whose orders are refused, if it is troubled */
    Troubles(NodeTask task) {
        round = task.round() + "-";
        any = task.troubled();
    }

    /** Returns whether the broker refuses this message now: the first order of a customer, twice. */
    boolean refuses(String queue, String order) {
        return any
                && queue.equals("billing")
                && mine(order, "-0-0")
                && attempts.merge("refused " + order, 1, Integer::sum) <= REFUSALS_OF_BROKER;
    }

    /**
     * Fails at the first attempt of a handler for an order.
     *
     * @param ending which orders, by the ends of their ids
     */
    void maybeFail(String effect, String order, String ending) {
        if (any && mine(order, ending) && attempts.merge(effect + " " + order, 1, Integer::sum) == 1) {
            throw new IllegalStateException("refused on purpose: " + order);
        }
    }

    /** @param order the key, and the id */
    private boolean mine(String order, String ending) {
        return order.split(" ")[1].startsWith(round) && order.endsWith(ending);
    }
}
