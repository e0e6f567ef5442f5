// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inbox;

import io.onceward.api.Idempotent;
import io.onceward.scenarios.inbox.InboxScenario.Handler;
import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

@Idempotent(handler = "marking")
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/inbox_marking"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Marking extends Handler {

    @Resource
    private MessageDrivenContext context;

    @Override
    public void onMessage(Message message) {
        handle(message);
        try {
            if (!message.getJMSRedelivered()) {
                context.setRollbackOnly();
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
