// SPDX-License-Identifier: Apache-2.0
package io.onceward.selfcheck;

import io.onceward.spi.Destinations;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Transactions;
import java.util.List;

/**
 * A publisher that publishes only by connections whose check has passed. Until then a connection is treated as one whose broker
 * is unavailable. Thread-safe.
 */
public final class CheckedPublisher implements EventPublisher {

    private final Destinations destinations;
    private final EventPublisher publisher;
    private final Transactions transactions;
    private final ConnectionChecks checks;

    /**
     * @param adapter the publisher of the adapter
     * @param publisher wraps it
     * @param transactions in which the checks run
     * @param threads run the checks
     */
    public CheckedPublisher(
            Destinations destinations,
            EventPublisher adapter,
            EventPublisher publisher,
            Transactions transactions,
            CheckThreads threads) {
        this.destinations = destinations;
        this.publisher = publisher;
        this.transactions = transactions;
        this.checks = new ConnectionChecks(threads, OwnCheck.isIn(adapter));
    }

    /** Returns the check of the connection that leads to a destination. */
    public ConnectionCheck checkOf(String destination) {
        return checkOfConnection(destinations.connection(destination));
    }

    private ConnectionCheck checkOfConnection(String connection) {
        return checks.of(connection, () -> publisher.check(connection, transactions));
    }

    @Override
    public void check(String connection, Transactions others) throws Exception {
        publisher.check(connection, others);
    }

    /** While the check has not passed, no event is at fault. */
    @Override
    public void publish(List<OutboxEvent> events, Results results) throws Exception {
        try {
            checkOf(events.get(0).destination()).require();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw e;
        }
        publisher.publish(events, results);
    }

    @Override
    public void close() {
        checks.close();
        publisher.close();
    }
}
