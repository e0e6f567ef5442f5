// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.support;

import java.util.Optional;

/** The queues of OpenMQ, the own messaging of GlassFish and Payara, where it runs in the server. */
final class OpenMqQueue {

    private static final String MONITORS = "com.sun.messaging.jms.server:type=Destination,subtype=Monitor,desttype=q,";
    private static final String DEAD_LETTERS = "DLQ";

    /** The queue for dead letters, which OpenMQ always has. */
    private static final String DEAD_LETTERS_OF_OPENMQ = "mq.sys.dmq";

    private OpenMqQueue() {}

    static boolean areThere() {
        return find(DEAD_LETTERS_OF_OPENMQ).isPresent();
    }

    /** Returns the name of a queue in the broker that the server publishes to. */
    static String name(String queue) {
        return queue.equals(DEAD_LETTERS) && areThere() ? DEAD_LETTERS_OF_OPENMQ : queue;
    }

    /** OpenMQ creates a queue at its first use, and deletes one that nothing uses any more. */
    static int depth(String queue) {
        return find(queue).map(found -> found.number("NumMsgs")).orElse(0);
    }

    private static Optional<ManagedQueue> find(String queue) {
        return ManagedQueue.find(MONITORS + "name=\"" + queue + "\"");
    }
}
