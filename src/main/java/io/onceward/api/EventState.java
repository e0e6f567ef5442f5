// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

/**
 * The state of an event of the outbox, or of a message of the stored inbox. Later versions may add states.
 *
 * @since 0.1
 */
public enum EventState {
    /** Waits to be published, or handled, as soon as possible. */
    PENDING,
    /** Waits for the time for which it was recorded. */
    DELAYED,
    /** Waits for its next attempt, after the broker refused it or its handler failed. */
    RETRYING,
    /** Waits behind an earlier event of its key that was refused. */
    BLOCKED,
    /** Stays until an operator requeues or discards it, after its last attempt failed. */
    PARKED
}
