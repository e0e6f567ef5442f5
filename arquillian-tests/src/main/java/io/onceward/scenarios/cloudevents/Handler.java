// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.cloudevents;

import io.onceward.api.Idempotent;
import io.onceward.api.InboxMessage;
import io.onceward.api.InboxMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A handler of stored events. */
@ApplicationScoped
public class Handler {

    static final Queue<Order> ORDERS = new ConcurrentLinkedQueue<>();
    static final Queue<InboxMetadata> METADATA = new ConcurrentLinkedQueue<>();

    @Incoming("cloudevents_in")
    @Idempotent(handler = "cloudevents-handler")
    public void handle(InboxMessage<Order> message) {
        METADATA.add(message.metadata());
        ORDERS.add(message.getPayload());
    }
}
