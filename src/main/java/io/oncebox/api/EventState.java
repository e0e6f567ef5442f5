// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

/**
 * How an event of the outbox, or a message of the stored inbox, stands in its queue. Immutable.
 *
 * @since 0.1
 */
public enum EventState {
    /** To be published as soon as possible. */
    PENDING,
    /** Not to be published before its time. */
    DELAYED,
    /** Was refused by the broker, or its handler failed; tried again after a while. */
    RETRYING,
    /** Waits behind an earlier event of its key that was refused. */
    BLOCKED,
    /** Parked: stays until somebody requeues or discards it. */
    PARKED
}
