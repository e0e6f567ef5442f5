// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.util.List;
import java.util.Optional;

/** A publisher with each publication, which ends with the broker's confirmation, as a step. */
record WatchedPublisher(EventPublisher publisher) implements EventPublisher {

    private static final String PUBLICATION = "publication";

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
    public void publish(List<OutboxEvent> events) throws Exception {
        WatchedAdapter.step(PUBLICATION, () -> publisher.publish(events));
    }

    @Override
    public void publishAlone(OutboxEvent event) throws Exception {
        WatchedAdapter.step(PUBLICATION, () -> publisher.publishAlone(event));
    }

    @Override
    public void reach(String connection) throws Exception {
        publisher.reach(connection);
    }

    @Override
    public void close() {
        publisher.close();
    }
}
