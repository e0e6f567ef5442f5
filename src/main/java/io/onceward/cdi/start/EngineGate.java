// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.api.OncewardException;
import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.engine.Engine;
import io.onceward.outbox.Recording;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;

/** The way of calls and deliveries to the engine of the application. How long one waits for the start depends on its kind. */
@ApplicationScoped
public class EngineGate {

    @Inject
    private OncewardExtension extension;

    @Inject
    private ContainerStart start;

    @Inject
    private TransactionKeeper transactions;

    /** Called by CDI. */
    public EngineGate() {}

    /**
     * Returns the engine for a message that a broker has delivered. Before the start has succeeded, the delivery waits.
     *
     * @throws io.onceward.api.NotReadyException if the start takes longer than {@code onceward.start-wait}, or is refused
     */
    public Engine forDelivery() {
        start.gate().awaitForDelivery(longest());
        return now();
    }

    /**
     * Returns the engine for a message that the application stores. During the start, the call waits.
     *
     * @throws io.onceward.api.NotReadyException as for a delivery
     */
    public Engine forStore() {
        start.gate().awaitForStore(longest());
        return now();
    }

    /**
     * Returns the engine for a call that records or claims. While another thread makes the first attempt to start, the call
     * waits.
     *
     * @throws io.onceward.api.NotReadyException if this attempt takes longer than {@code onceward.start-wait}, or the start was
     *     postponed or refused
     */
    public Engine forCall() {
        start.gate().awaitForCall(longest());
        return now();
    }

    /**
     * Returns the engine without waiting.
     *
     * @throws io.onceward.api.NotReadyException if the engine can't be opened, or the start was postponed or refused
     */
    public Engine now() {
        start.gate().reason().ifPresent(reason -> {
            throw StartErrors.notReady(reason);
        });
        try {
            return start.prepared();
        } catch (OncewardException e) {
            throw StartErrors.notReady(e);
        }
    }

    /**
     * Opens a recording. If it is refused, for whatever reason, the transaction of the caller is marked for rollback.
     *
     * @throws OncewardException if nothing can be recorded now
     */
    public Recording recording(String channel) {
        return transactions.rollBackOnFailure(this::forCall).recording(channel);
    }

    /**
     * Opens a recording for the queue of a durable observer or method, as {@link #recording} does for a channel.
     *
     * @throws OncewardException if nothing can be recorded now
     */
    public Recording durable(String queue) {
        return transactions.rollBackOnFailure(this::forCall).durable(queue);
    }

    private Duration longest() {
        return extension.config().startWait();
    }
}
