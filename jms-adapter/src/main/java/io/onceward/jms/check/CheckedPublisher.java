// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.check;

import io.onceward.spi.ConnectionProbe;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Transactions;
import java.time.Duration;
import java.util.List;

/**
 * A publisher that publishes only by connections whose check has passed. Until then a connection is treated as one whose broker
 * is unavailable. Thread-safe.
 */
public final class CheckedPublisher implements EventPublisher, ConnectionProbe {

    private final EventPublisher publisher;
    private final ConnectionChecks checks;

    /**
     * @param probed checks the connections of the publisher
     * @param transactions in which the checks run
     * @param threads run the checks
     */
    public CheckedPublisher(EventPublisher publisher, Probed probed, Transactions transactions, CheckThreads threads) {
        this.publisher = publisher;
        this.checks = new ConnectionChecks(probed, transactions, threads);
    }

    @Override
    public String connection(String address) {
        return checks.connection(address);
    }

    @Override
    public void requireSound(String connection, Duration patience) throws Exception {
        checks.of(connection).require(patience);
    }

    /** While the check has not passed, no event is at fault. */
    @Override
    public void publish(List<OutboxEvent> events, Results results) throws Exception {
        ConnectionCheck check = checks.of(connection(events.get(0).destination()));
        try {
            check.require();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            results.unavailable(e);
            return;
        } catch (Exception e) {
            results.unavailable(e);
            return;
        }
        publisher.publish(events, results);
    }

    @Override
    public void close() {
        checks.close();
        publisher.close();
    }
}
