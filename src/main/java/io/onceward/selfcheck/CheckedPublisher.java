// SPDX-License-Identifier: Apache-2.0
package io.onceward.selfcheck;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Transactions;
import java.util.List;
import java.util.Optional;

/**
 * A publisher that publishes only by connections whose check has passed. Until then a connection is treated as one whose broker
 * is unavailable. Thread-safe.
 */
public final class CheckedPublisher implements EventPublisher {

    private final EventPublisher publisher;
    private final Transactions transactions;
    private final ConnectionChecks checks;

    /**
     * @param transactions in which the checks run
     * @param threads run the checks
     */
    public CheckedPublisher(EventPublisher publisher, Transactions transactions, CheckThreads threads) {
        this(publisher, publisher, transactions, threads);
    }

    /** @param adapter the publisher of the adapter, which the given one wraps */
    public CheckedPublisher(
            EventPublisher publisher, EventPublisher adapter, Transactions transactions, CheckThreads threads) {
        this.publisher = publisher;
        this.transactions = transactions;
        this.checks = new ConnectionChecks(threads, OwnCheck.isIn(adapter));
    }

    /** Returns the check of the connection that leads to a destination. */
    public ConnectionCheck checkOf(String destination) {
        return checkOfConnection(connection(destination));
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
    public String destination(ChannelSettings settings) {
        return publisher.destination(settings);
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        publisher.verify(settings, destination);
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return publisher.illegalHeader(name);
    }

    @Override
    public String connection(String destination) {
        return publisher.connection(destination);
    }

    @Override
    public void close() {
        checks.close();
        publisher.close();
    }
}
