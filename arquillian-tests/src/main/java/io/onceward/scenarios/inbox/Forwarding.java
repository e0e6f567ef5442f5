// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inbox;

import io.onceward.api.Idempotent;
import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.scenarios.inbox.InboxScenario.Handler;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.Message;

@Idempotent
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/inbox_forward"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Forwarding extends Handler {

    @Inject
    Outbox outbox;

    @Override
    public void onMessage(Message message) {
        handle(message);
    }

    @Override
    void record(String effect) {
        outbox.record("inbox_forwarded", effect, OutboxMetadata.none().withKey("forwarded"));
    }
}
