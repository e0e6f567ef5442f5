// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import io.onceward.api.Idempotent;
import io.onceward.api.Inbox;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/refused"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Undecodable implements MessageListener {

    /** A payload that JSON-B can't make. */
    public static final class Order {

        private final String id;

        public Order(String id) {
            this.id = id;
        }

        public String getId() {
            return id;
        }
    }

    @Inject
    private Inbox inbox;

    @Override
    @Idempotent(payload = Order.class)
    public void onMessage(Message message) {
        inbox.payload(message, Order.class);
    }
}
