// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.reactive;

import io.onceward.api.Idempotent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Handles each record once, in a transaction that ends with the call. */
@ApplicationScoped
public class RecordedOrders {

    @Inject
    private KafkaEffects effects;

    @Idempotent
    @Transactional
    public void take(ConsumerRecord<?, ?> order) {
        effects.happen((String) order.value());
    }
}
