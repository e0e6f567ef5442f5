// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.fixture.TestPublisher;
import io.onceward.spi.OutboxEvent;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A publisher with two connections. Destinations whose names begin with "far" have the second one. The destination
 * {@code test:sick} and the second connection can have trouble.
 */
final class TroubledPublisher extends TestPublisher {

    private static final String FAR = "test:far";

    /** The calls that hang, since the beginning. */
    final AtomicInteger hung = new AtomicInteger();

    /** The events that were refused or met a connection that was down, since the beginning. */
    final AtomicInteger failed = new AtomicInteger();

    volatile CountDownLatch hangs = new CountDownLatch(0);
    volatile boolean down;
    volatile boolean refuses;
    private final Consumer<OutboxEvent> receiver;

    /** @param receiver receives the events that are published */
    TroubledPublisher(Consumer<OutboxEvent> receiver) {
        this.receiver = receiver;
    }

    @Override
    public String connection(String destination) {
        return destination.startsWith(FAR) ? "far" : "near";
    }

    @Override
    protected void publish(OutboxEvent event) throws Exception {
        if (connection(event.destination()).equals("far")) {
            reach();
        }
        if (refuses && event.destination().equals("test:sick")) {
            failed.incrementAndGet();
            throw new IOException("the broker refuses " + event.id());
        }
        receiver.accept(event);
    }

    private void reach() throws Exception {
        if (hangs.getCount() > 0) {
            hung.incrementAndGet();
            hangs.await();
        }
        if (down) {
            failed.incrementAndGet();
            throw new UnavailableException(new IOException("the broker is down"));
        }
    }
}
