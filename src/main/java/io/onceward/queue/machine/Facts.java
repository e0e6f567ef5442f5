// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import java.util.Collection;

/**
 * What the machine is told about the world before each decision. Any of it may be out of date: it decides when something happens, and
 * never whether it is right.
 *
 * @param paused whether an operator has paused the queue
 * @param blockKey whether parked events block their keys
 * @param others how many other nodes serve the queue
 * @param cutOff whether circuit breakers are open that kept back every event of the last batch
 * @param stopped whether the circuit breaker of the queue lets no event pass
 * @param unreachable the destinations that can't be reached
 */
public record Facts(
        boolean paused, boolean blockKey, int others, boolean cutOff, boolean stopped, Collection<String> unreachable) {

    /** Returns whether no other node serves the queue. */
    boolean isAlone() {
        return others == 0;
    }
}
