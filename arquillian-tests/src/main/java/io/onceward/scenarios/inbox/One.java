// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inbox;

import io.onceward.api.Idempotent;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

@Idempotent(handler = "one")
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/topic/inbox_topic"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Topic")
        })
public class One implements MessageListener {

    @Override
    public void onMessage(Message message) {
        InboxScenario.note("one ", message);
    }
}
