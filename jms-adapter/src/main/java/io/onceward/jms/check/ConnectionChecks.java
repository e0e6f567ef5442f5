// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.check;

import io.onceward.spi.Transactions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The checks of all connections of a publisher or source, each by the name of its connection. Thread-safe. */
final class ConnectionChecks {

    /** More connections than an application has. A row of another writer may name any. */
    static final int MAX = 1_000;

    /** The oldest first. */
    private final Map<String, ConnectionCheck> byConnection = new LinkedHashMap<>();

    private final Probed probed;
    private final Transactions transactions;
    private final CheckThreads threads;
    private boolean closed;

    /**
     * @param probed checks a connection
     * @param transactions in which the checks run
     * @param threads run the checks
     */
    ConnectionChecks(Probed probed, Transactions transactions, CheckThreads threads) {
        this.probed = probed;
        this.transactions = transactions;
        this.threads = threads;
    }

    /** Returns the name of the connection that leads to a destination or an origin. */
    String connection(String address) {
        return probed.connection(address);
    }

    /** Returns the check of a connection. */
    ConnectionCheck of(String connection) {
        return of(connection, () -> probed.check(connection, transactions));
    }

    synchronized ConnectionCheck of(String connection, ConnectionCheck.Probe probe) {
        ConnectionCheck check = byConnection.get(connection);
        if (check == null) {
            if (byConnection.size() >= MAX) {
                evictOne();
            }
            check = new ConnectionCheck(connection, probe, threads);
            if (closed) {
                check.close();
            }
            byConnection.put(connection, check);
        }
        return check;
    }

    /** Forgets the oldest check that has failed, or else the oldest one that has passed, which then runs again before the next use. */
    private void evictOne() {
        ConnectionCheck evicted = oldest(check -> !check.hasPassed() && !check.isRunning())
                .or(() -> oldest(ConnectionCheck::hasPassed))
                .or(() -> oldest(check -> true))
                .orElseThrow();
        byConnection.remove(evicted.connection());
        evicted.close();
    }

    private Optional<ConnectionCheck> oldest(Predicate<ConnectionCheck> which) {
        return byConnection.values().stream().filter(which).findFirst();
    }

    /** Returns the number of known connections. */
    synchronized int size() {
        return byConnection.size();
    }

    /** Interrupts the checks that run. No other one begins. */
    synchronized void close() {
        closed = true;
        byConnection.values().forEach(ConnectionCheck::close);
    }
}
