// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.reactive;

import io.onceward.api.Idempotent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Is called by WildFly's connector for Kafka, which acknowledges a record after the method has returned. */
@ApplicationScoped
public class SmallRyeOrders {

    @Inject
    private KafkaEffects effects;

    @Incoming("from-kafka")
    @Idempotent
    @Transactional
    public void take(ConsumerRecord<String, String> order) {
        effects.happen(order.value());
    }
}
