// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.reactive;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Channels of which Onceward has one end, and the server's Reactive Messaging the other. */
final class OneEnd {

    private OneEnd() {}

    /** Only an application can call the first method, so it is Onceward's; the server would call the second. */
    @ApplicationScoped
    public static class Sending {

        @Transactional
        @Outgoing("one-end-sent")
        public String send(String order) {
            return order;
        }

        @Incoming("one-end-sent")
        public void hear(String order) {}
    }

    /** The server calls the first method. The configuration says that the second is Onceward's. */
    @ApplicationScoped
    public static class Receiving {

        @Outgoing("one-end-received")
        public CompletionStage<String> generate() {
            return new CompletableFuture<>();
        }

        @Incoming("one-end-received")
        public void hear(String order) {}
    }
}
