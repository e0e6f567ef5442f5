// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.fixture.TestPublisher;
import io.onceward.memory.broker.MemoryBroker;
import io.onceward.memory.broker.RefusedException;
import io.onceward.spi.OutboxEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** Publishes to a broker in memory, which has two connections. Its queues have the names of the destinations. */
final class MemoryPublisher extends TestPublisher {

    final MemoryBroker<OutboxEvent> broker = new MemoryBroker<>();
    volatile boolean elsewhereDown;
    volatile Runnable duringPublish = () -> {};
    volatile Runnable afterPublish = () -> {};

    @Override
    public String connection(String destination) {
        if (destination.contains("%zz")) {
            throw new IllegalArgumentException("broken escape in " + destination);
        }
        return destination.contains("elsewhere") ? "elsewhere" : "here";
    }

    @Override
    public void publish(List<OutboxEvent> events, Results results) throws Exception {
        duringPublish.run();
        super.publish(events, results);
        afterPublish.run();
    }

    @Override
    protected void publish(OutboxEvent event) throws Exception {
        try {
            if (elsewhereDown && event.destination().contains("elsewhere")) {
                throw new IOException("the broker is down");
            }
            broker.publish(event.destination(), event, Duration.ZERO);
        } catch (IOException e) {
            throw new UnavailableException(e);
        } catch (RefusedException e) {
            throw e.reason();
        }
    }

    /** Has the broker refuse these events, while it is available. */
    void refuse(Predicate<OutboxEvent> which) {
        refuse(which, null);
    }

    /** Has the broker refuse these events, for a reason with this cause. */
    void refuse(Predicate<OutboxEvent> which, Exception cause) {
        broker.refuse(event -> which.test(event) ? new IOException("the broker refuses " + event.id(), cause) : null);
    }

    void setDown(boolean down) {
        broker.setDown(down);
    }

    List<OutboxEvent> published() {
        return broker.published();
    }

    List<String> ids() {
        return published().stream().map(OutboxEvent::id).toList();
    }
}
