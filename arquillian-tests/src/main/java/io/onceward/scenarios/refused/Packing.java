// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import io.onceward.api.Idempotent;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** One of two handlers on one queue. */
@Idempotent(handler = "packing")
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/refused"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Packing implements MessageListener {

    @Override
    public void onMessage(Message message) {}
}
