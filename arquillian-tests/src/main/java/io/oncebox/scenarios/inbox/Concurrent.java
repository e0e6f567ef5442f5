// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.inbox;

import io.oncebox.api.Idempotent;
import io.oncebox.scenarios.inbox.InboxScenario.Handler;
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
