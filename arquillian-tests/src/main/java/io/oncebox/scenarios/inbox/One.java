// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.inbox;

import io.oncebox.api.Idempotent;
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
