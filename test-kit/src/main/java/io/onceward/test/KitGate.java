// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.cdi.start.EngineGate;
import io.onceward.engine.Engine;
import io.onceward.outbox.Recording;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The way of the interceptors to the engine of a test. It remembers which channels and queues they have recorded on. Thread-safe. */
final class KitGate extends EngineGate {

    private final Set<String> recorded = ConcurrentHashMap.newKeySet();
    private final Consumer<Attempt> attempts;
    private volatile Engine engine;

    /** @param attempts gets each call that opens a recording on a channel */
    KitGate(Consumer<Attempt> attempts) {
        this.attempts = attempts;
    }

    void open(Engine opened) {
        engine = opened;
    }

    @Override
    public Engine forDelivery() {
        return now();
    }

    @Override
    public Engine forStore() {
        return now();
    }

    @Override
    public Engine forCall() {
        return now();
    }

    @Override
    public Engine now() {
        Engine opened = engine;
        if (opened == null) {
            throw TestKitErrors.tooEarly();
        }
        return opened;
    }

    @Override
    public Recording recording(String channel) {
        recorded.add(channel);
        Recording recording;
        try {
            recording = now().recording(channel);
        } catch (RuntimeException e) {
            attempts.accept(Attempt.refused(Attempt.Facts.ofCall(channel), e));
            throw e;
        }
        attempts.accept(new Attempt(Attempt.Facts.ofCall(channel)));
        return recording;
    }

    @Override
    public Recording durable(String queue) {
        recorded.add(queue);
        return now().durable(queue);
    }

    boolean hasRecorded(String channelOrQueue) {
        return recorded.contains(channelOrQueue);
    }

    void reset() {
        recorded.clear();
    }
}
