// SPDX-License-Identifier: Apache-2.0
package io.oncebox.selfcheck;

import io.oncebox.spi.ChannelSettings;
import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.OutboxEvent;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * A publisher that publishes only by connections whose check has passed. Until then a connection is treated as one whose broker
 * is unavailable. Thread-safe.
 */
public final class CheckedPublisher implements EventPublisher {

    private final EventPublisher publisher;
    private final ConnectionChecks checks;

    /** @param executor ends a check that hangs */
    public CheckedPublisher(EventPublisher publisher, Executor executor) {
        this.publisher = publisher;
        this.checks = new ConnectionChecks(executor);
    }

    /**
     * Checks the connection of a channel at deployment.
     *
     * @throws io.oncebox.api.OnceboxException if the connection is unsound
     */
    public void checkAtDeployment(String destination) {
        String connection = publisher.connection(destination);
        checks.atDeployment(connection, () -> publisher.check(connection));
    }

    @Override
    public void check(String connection) throws Exception {
        checks.require(connection, () -> publisher.check(connection));
    }

    @Override
    public void publish(List<OutboxEvent> events) throws Exception {
        check(connection(events.get(0).destination()));
        publisher.publish(events);
    }

    @Override
    public void publishAlone(OutboxEvent event) throws Exception {
        check(connection(event.destination()));
        publisher.publishAlone(event);
    }

    @Override
    public void reach(String connection) throws Exception {
        check(connection);
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
