// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

/** The room for payloads in flight, which all queues of a node share; in bytes. Thread-safe. */
public interface PayloadRoom {

    /** The bytes that a queue may have in flight whatever the others have; one event may be larger. */
    long OWN = 256L << 10;

    /** Adds bytes that are in flight now; a negative number if they no longer are. */
    void add(long more);

    /** Returns whether the queues may have more than their own bytes in flight. */
    boolean hasRoom();
}
