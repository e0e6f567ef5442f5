// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inbox;

import io.onceward.api.Idempotent;
import io.onceward.scenarios.inbox.InboxScenario.Handler;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;

@Idempotent
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/inbox_class"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class OnClass extends Handler {

    @Override
    public void onMessage(Message message) {
        handle(message);
    }
}
