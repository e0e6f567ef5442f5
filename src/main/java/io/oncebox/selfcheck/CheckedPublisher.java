// SPDX-License-Identifier: Apache-2.0
package io.oncebox.selfcheck;

import io.oncebox.spi.ChannelSettings;
import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.Transactions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

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
     * @param executor runs the checks
     */
    public CheckedPublisher(EventPublisher publisher, Transactions transactions, Executor executor) {
        this.publisher = publisher;
        this.transactions = transactions;
        this.checks = new ConnectionChecks(executor);
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

    @Override
    public void publish(List<OutboxEvent> events) throws Exception {
        checkOf(events.get(0).destination()).require();
        publisher.publish(events);
    }

    @Override
    public void publishAlone(OutboxEvent event) throws Exception {
        checkOf(event.destination()).require();
        publisher.publishAlone(event);
    }

    @Override
    public void reach(String connection) throws Exception {
        checkOfConnection(connection).require();
        publisher.reach(connection);
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
    public boolean supportsBatches() {
        return publisher.supportsBatches();
    }

    @Override
    public void close() {
        publisher.close();
    }
}
