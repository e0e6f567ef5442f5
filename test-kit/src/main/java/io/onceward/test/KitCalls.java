// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.DurableCalls;
import java.time.Duration;
import java.time.Instant;

/**
 * The injected {@link DurableCalls}, by the clock of the test.
 *
 * @param calls those of the product, by the time of the machine
 */
record KitCalls(DurableCalls calls, TestOutbox outbox) implements DurableCalls {

    @Override
    public DurableCalls in(Duration delay) {
        return new KitCalls(calls.in(delay), outbox);
    }

    @Override
    public DurableCalls at(Instant time) {
        return new KitCalls(calls.at(time.minus(outbox.clock().advanced())), outbox);
    }

    @Override
    public DurableCalls key(String key) {
        return new KitCalls(calls.key(key), outbox);
    }

    @Override
    public DurableCalls name(String name) {
        return new KitCalls(calls.name(name), outbox);
    }

    @Override
    public <E extends Exception> String record(Call<E> call) throws E {
        return calls.record(call);
    }

    /** The product finds a delayed call by its first due time, which an advanced clock has changed. */
    @Override
    public boolean cancel(String id) {
        outbox.restoreDueTime(id);
        return calls.cancel(id);
    }
}
