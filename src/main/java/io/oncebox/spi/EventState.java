// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

/**
 * How an event stands in the outbox table.
 *
 * @since 0.1
 */
public enum EventState {
    /** To be published as soon as possible. */
    PENDING,
    /** Not to be published before its time. */
    DELAYED,
    /** Was refused by the broker; tried again after a while. */
    RETRY,
    /** Waits behind an earlier event of its key that was refused. */
    BLOCKED,
    /** Parked: stays until somebody requeues or discards it. */
    FAILED
}
