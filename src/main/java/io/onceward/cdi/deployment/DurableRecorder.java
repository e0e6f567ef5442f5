// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

/** The bean that records events for durable observers. */
public interface DurableRecorder {

    /**
     * Records an event that was fired.
     *
     * @throws io.onceward.api.OncewardException if it was not recorded; the transaction is marked for rollback
     */
    void record(DurableObserver observer, Object event);

    /**
     * Records a call.
     *
     * @throws io.onceward.api.OncewardException if it was not recorded; the transaction is marked for rollback
     */
    void record(DurableMethod method, Object[] arguments);
}
