// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.OutboxProducer;
import io.onceward.benchmarks.contestants.Producer;

/** A producer with its relay running, if it has one, until this is closed. */
record Running(Producer producer) implements AutoCloseable {

    static Running start(Producer producer) throws Exception {
        if (producer instanceof OutboxProducer outbox) {
            outbox.startRelay();
        }
        return new Running(producer);
    }

    boolean keepsOrder() {
        return producer instanceof OutboxProducer outbox && outbox.keepsOrder();
    }

    @Override
    public void close() {
        if (producer instanceof OutboxProducer outbox) {
            try {
                outbox.stopRelay();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the relay stopped", e);
            }
        }
    }
}
