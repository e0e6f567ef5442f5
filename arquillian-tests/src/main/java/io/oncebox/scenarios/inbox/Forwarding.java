// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.inbox;

import io.oncebox.api.Idempotent;
import io.oncebox.api.Outbox;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.scenarios.inbox.InboxScenario.Handler;
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
