// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.OutboxEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A broker's end of the engine that keeps what it is given, and can be out of order. */
final class RecordingPublisher implements EventPublisher {

    final List<OutboxEvent> published = Collections.synchronizedList(new ArrayList<>());
    volatile boolean down;
    volatile boolean elsewhereDown;
    volatile Runnable duringPublish = () -> {};

    @Override
    public String scheme() {
        return "test";
    }

    @Override
    public String destination(String channel, Optional<String> destination, String connectionFactory) {
        return "test:" + destination.orElse(channel);
    }

    @Override
    public void verify(String channel, String destination) {
        // every name exists
    }

    @Override
    public String connection(String destination) {
        return destination.contains("elsewhere") ? "elsewhere" : "here";
    }

    @Override
    public void publish(List<OutboxEvent> events) throws IOException {
        duringPublish.run();
        if (down || (elsewhereDown && events.get(0).destination().contains("elsewhere"))) {
            throw new IOException("the broker is down");
        }
        published.addAll(events);
    }

    List<String> ids() {
        synchronized (published) {
            return published.stream().map(OutboxEvent::id).toList();
        }
    }
}
