// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Publishes to brokers in memory. */
final class MemoryPublisher implements EventPublisher {

    private static final String CONNECTION = "memory broker ";

    @Override
    public String destination(ChannelSettings settings) {
        return MemoryDestination.of(settings).toString();
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        // every queue exists
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return name.indexOf(' ') < 0
                ? Optional.empty()
                : Optional.of(new IllegalHeader("it has a space", "'" + name.replace(' ', '-') + "'"));
    }

    @Override
    public String connection(String destination) {
        return CONNECTION + MemoryDestination.parse(destination).broker();
    }

    @Override
    public void publish(List<OutboxEvent> events) throws IOException {
        List<Map.Entry<String, MemoryMessage>> messages = new ArrayList<>();
        for (OutboxEvent event : events) {
            messages.add(Map.entry(
                    MemoryDestination.parse(event.destination()).queue(),
                    new MemoryMessage(event.id(), event.key(), event.type(), event.payload(), event.headers())));
        }
        MemoryDestination.parse(events.get(0).destination()).found().publish(messages);
    }

    @Override
    public void publishAlone(OutboxEvent event) throws IOException {
        publish(List.of(event));
    }

    @Override
    public void reach(String connection) throws IOException {
        MemoryBroker.named(connection.substring(CONNECTION.length())).reach();
    }
}
