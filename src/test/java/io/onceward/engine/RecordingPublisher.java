// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.fixture.TestPublisher;
import io.onceward.spi.OutboxEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/** A publisher that keeps published events in memory, and can be unavailable or refuse events. */
final class RecordingPublisher extends TestPublisher {

    final List<OutboxEvent> published = Collections.synchronizedList(new ArrayList<>());
    volatile boolean down;
    volatile boolean elsewhereDown;
    volatile Runnable duringPublish = () -> {};

    /** The events that the broker refuses while it is available. */
    volatile Predicate<OutboxEvent> refuses = event -> false;

    /** The cause of the refusal. */
    volatile Exception refusal;

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
        if (down || (elsewhereDown && events.get(0).destination().contains("elsewhere"))) {
            results.unavailable(new IOException("the broker is down"));
        } else {
            super.publish(events, results);
        }
    }

    @Override
    protected void publish(OutboxEvent event) throws IOException {
        if (refuses.test(event)) {
            throw new IOException("the broker refuses " + event.id(), refusal);
        }
        published.add(event);
    }

    List<String> ids() {
        synchronized (published) {
            return published.stream().map(OutboxEvent::id).toList();
        }
    }
}
