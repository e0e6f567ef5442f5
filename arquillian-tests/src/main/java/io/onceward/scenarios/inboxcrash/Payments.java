// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inboxcrash;

import io.onceward.api.Idempotent;
import io.onceward.scenarios.shop.Ledger;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Records an event for each payment. */
@Unacknowledged
@Idempotent
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(
                    propertyName = "destinationLookup",
                    propertyValue = "jms/queue/inbox_crash_payments"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Payments implements MessageListener {

    @Inject
    private Ledger ledger;

    @Inject
    private Orders orders;

    @Override
    public void onMessage(Message message) {
        try {
            String payment = message.getBody(String.class);
            ledger.effect("paid " + payment);
            orders.receipt(payment);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
