// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.support;

/** The queues of Open Liberty's own messaging, where that is what the server publishes to. */
final class LibertyQueue {

    private static final String QUEUES = "WebSphere:feature=wasJmsServer,type=Queue,";

    private LibertyQueue() {}

    static boolean areThere() {
        return ManagedQueue.find(QUEUES + "*").isPresent();
    }

    static int depth(String queue) {
        return ManagedQueue.find(QUEUES + "name=" + queue + ",*")
                .orElseThrow(() -> new AssertionError("the messaging engine has no queue " + queue))
                .number("Depth");
    }
}
