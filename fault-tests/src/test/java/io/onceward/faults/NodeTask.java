// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.time.Duration;

/**
 * The task of a node, which fits into one line.
 *
 * @param node the name of the node
 * @param round of orders to place: their ids begin with it
 * @param orders how many
 * @param consuming whether messages are consumed; if not, the node is done when the outbox is empty
 * @param troubled whether the broker and the handlers refuse some first attempts, an operator works, and another node serves the
 *     queues too
 * @param offering whether each order has an offer, which expires
 * @param staying whether the node stays until it has renewed its lease once more
 * @param trap what happens at the step
 * @param step where; empty if nothing happens
 * @param batchSize of the relay
 * @param polling the relay's interval
 * @param patience after so long in which nothing has come of waiting, what is left is left
 */
record NodeTask(
        String node,
        String round,
        int orders,
        boolean consuming,
        boolean troubled,
        boolean offering,
        boolean staying,
        Trap trap,
        String step,
        int batchSize,
        Duration polling,
        Duration patience) {

    private static final String BETWEEN = "\t";

    /** Longer than whatever is tried again only after a minute. */
    static final Duration PATIENCE = Duration.ofSeconds(90);

    /** Places some orders, and ends when nothing is left to do, of whatever round. */
    static NodeTask place(String round) {
        return new NodeTask(
                "node", round, 6, true, false, false, false, Trap.NONE, "", 500, Duration.ofMillis(50), PATIENCE);
    }

    NodeTask with(Trap newTrap, String newStep) {
        return new NodeTask(
                node, round, orders, consuming, troubled, offering, staying, newTrap, newStep, batchSize, polling,
                patience);
    }

    /** Returns the same for another node, with orders of another round. */
    NodeTask ofOtherNode() {
        return new NodeTask(
                "other" + node,
                "other" + round,
                orders,
                consuming,
                troubled,
                offering,
                staying,
                trap,
                step,
                batchSize,
                polling,
                patience);
    }

    NodeTask ofRound(String newRound) {
        return new NodeTask(
                node, newRound, orders, consuming, troubled, offering, staying, trap, step, batchSize, polling,
                patience);
    }

    NodeTask withTroubles() {
        return new NodeTask(
                node, round, orders, consuming, true, offering, staying, trap, step, batchSize, polling, patience);
    }

    NodeTask withOffers() {
        return new NodeTask(
                node, round, orders, consuming, troubled, true, staying, trap, step, batchSize, polling, patience);
    }

    NodeTask thatStays() {
        return new NodeTask(
                node, round, orders, consuming, troubled, offering, true, trap, step, batchSize, polling, patience);
    }

    NodeTask withoutConsuming() {
        return new NodeTask(
                node, round, orders, false, troubled, offering, staying, trap, step, batchSize, polling, patience);
    }

    NodeTask withOrders(int newOrders) {
        return new NodeTask(
                node, round, newOrders, consuming, troubled, offering, staying, trap, step, batchSize, polling,
                patience);
    }

    NodeTask withBatchSize(int newBatchSize) {
        return new NodeTask(
                node,
                round,
                orders,
                consuming,
                troubled,
                offering,
                staying,
                trap,
                step,
                newBatchSize,
                polling,
                patience);
    }

    NodeTask withPolling(Duration newPolling) {
        return new NodeTask(
                node,
                round,
                orders,
                consuming,
                troubled,
                offering,
                staying,
                trap,
                step,
                batchSize,
                newPolling,
                patience);
    }

    NodeTask withPatience(Duration newPatience) {
        return new NodeTask(
                node,
                round,
                orders,
                consuming,
                troubled,
                offering,
                staying,
                trap,
                step,
                batchSize,
                polling,
                newPatience);
    }

    String line() {
        return String.join(
                BETWEEN,
                node,
                round,
                Integer.toString(orders),
                Boolean.toString(consuming),
                Boolean.toString(troubled),
                Boolean.toString(offering),
                Boolean.toString(staying),
                trap.name(),
                step,
                Integer.toString(batchSize),
                polling.toString(),
                patience.toString());
    }

    static NodeTask of(String line) {
        String[] parts = line.split(BETWEEN, -1);
        return new NodeTask(
                parts[0],
                parts[1],
                Integer.parseInt(parts[2]),
                Boolean.parseBoolean(parts[3]),
                Boolean.parseBoolean(parts[4]),
                Boolean.parseBoolean(parts[5]),
                Boolean.parseBoolean(parts[6]),
                Trap.valueOf(parts[7]),
                parts[8],
                Integer.parseInt(parts[9]),
                Duration.parse(parts[10]),
                Duration.parse(parts[11]));
    }
}
