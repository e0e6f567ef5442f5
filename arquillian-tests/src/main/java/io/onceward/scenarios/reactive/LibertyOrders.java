// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.reactive;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

/** Is called by Liberty's connector for Kafka, and acknowledges a record after the idempotent method has returned. */
@ApplicationScoped
public class LibertyOrders {

    @Inject
    private RecordedOrders orders;

    @Incoming("from-kafka")
    public CompletionStage<Void> receive(Message<String> message) {
        orders.take(message.unwrap(ConsumerRecord.class));
        return message.ack();
    }
}
