// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.stored;

import io.onceward.api.Inbox;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Receives and stores, in three lines. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/stored_manually"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Receiver implements MessageListener {

    @Inject
    Inbox inbox;

    @Override
    public void onMessage(Message message) {
        inbox.store("stored_manually", message);
    }
}
