// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.traces;

import io.onceward.api.Idempotent;
import io.onceward.api.Outbox;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Records an event about each message. */
@Idempotent
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/traces"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Billing implements MessageListener {

    @Inject
    Outbox outbox;

    @Override
    public void onMessage(Message message) {
        outbox.record("traces_bills", "a bill");
    }
}
