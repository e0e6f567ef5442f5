// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** Waits until a cluster has settled. */
final class Settling {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Longer than the broker keeps the transaction of a consumer that is gone: then nothing happens any more. */
    private static final Duration STILL = Duration.ofSeconds(45);

    /** For producers to hear that they are to stop, and to end what they have begun. */
    private static final Duration STOPPING = Duration.ofSeconds(10);

    /** For what comes once more. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final long LOOK_MILLIS = 500;

    private final Database database;
    private final BrokerProcess broker;
    private final Arrivals arrivals;

    Settling(Database database, BrokerProcess broker, Arrivals arrivals) {
        this.database = database;
        this.broker = broker;
        this.arrivals = arrivals;
    }

    /** The progress of all parts. */
    private record State(long orders, long outbox, long stored, long effects, long messages, int arrivals) {

        boolean isDone() {
            return outbox == 0
                    && stored == 0
                    && messages == 0
                    && effects >= orders * PlainNode.EFFECTS.size()
                    && arrivals >= orders;
        }
    }

    /** Returns when all is done, when nothing has changed for long, or when it takes too long. Producers have been told to stop. */
    void await() throws SQLException, IOException {
        awaitOrders();
        long begin = System.nanoTime();
        long changed = begin;
        State last = look();
        while (!last.isDone()
                && System.nanoTime() - begin < PATIENCE.toNanos()
                && System.nanoTime() - changed < STILL.toNanos()) {
            Pause.millis(LOOK_MILLIS);
            State now = look();
            if (!now.equals(last)) {
                changed = System.nanoTime();
            }
            last = now;
        }
        Pause.millis(GRACE.toMillis());
    }

    private void awaitOrders() throws SQLException {
        long begin = System.nanoTime();
        long changed = begin;
        long orders = orders();
        while (System.nanoTime() - changed < STOPPING.toNanos() && System.nanoTime() - begin < PATIENCE.toNanos()) {
            Pause.millis(LOOK_MILLIS);
            long now = orders();
            if (now != orders) {
                changed = System.nanoTime();
            }
            orders = now;
        }
    }

    private long orders() throws SQLException {
        try (Connection connection = database.connect()) {
            return Figures.number(connection, "SELECT COUNT(*) FROM orders");
        }
    }

    private State look() throws SQLException, IOException {
        try (Connection connection = database.connect()) {
            return new State(
                    Figures.number(connection, "SELECT COUNT(*) FROM orders"),
                    Figures.number(connection, "SELECT COUNT(*) FROM onceward_outbox"),
                    Figures.number(connection, "SELECT COUNT(*) FROM onceward_inbox_message"),
                    Figures.number(connection, "SELECT COUNT(*) FROM effects"),
                    broker.messages(),
                    arrivals.size());
        }
    }
}
