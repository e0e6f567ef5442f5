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

/** Its inbox drops an event that was published twice. A second event for the same payment it would not know. */
@Idempotent
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(
                    propertyName = "destinationLookup",
                    propertyValue = "jms/queue/inbox_crash_receipts"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Receipts implements MessageListener {

    @Inject
    private Ledger ledger;

    @Override
    public void onMessage(Message message) {
        try {
            ledger.effect("receipt for " + message.getBody(String.class));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
