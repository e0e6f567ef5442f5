// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.api.OncewardException;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.util.ArrayList;
import java.util.List;

/** Publishes persistent messages, and waits until the broker has confirmed each of a batch. Thread-safe. */
final class RabbitPublisher implements EventPublisher {

    private final PublisherPool pool;

    RabbitPublisher(Connector connector) {
        pool = new PublisherPool(connector);
    }

    @Override
    public void publish(List<OutboxEvent> events, Results results) throws InterruptedException {
        List<RabbitMessage> messages = new ArrayList<>(events.size());
        for (OutboxEvent event : events) {
            try {
                messages.add(RabbitMessage.of(event));
            } catch (OncewardException e) {
                results.refused(event, e, true);
            }
        }
        new RabbitBatch(pool, results).publish(messages);
    }

    @Override
    public void close() {
        pool.close();
    }
}
