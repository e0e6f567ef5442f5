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
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "5"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/inbox_concurrent"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Concurrent extends Handler {

    @Override
    public void onMessage(Message message) {
        handle(message);
    }
}
