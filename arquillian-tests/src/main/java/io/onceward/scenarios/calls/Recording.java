// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

import io.onceward.api.Idempotent;
import io.onceward.api.Outbox;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** The superclass of message-driven beans, with the annotated method and its key. */
public abstract class Recording implements MessageListener {

    @EJB
    private Tables tables;

    @Inject
    private Outbox outbox;

    @Override
    @Idempotent(key = "property:orderId")
    public void onMessage(Message message) {
        try {
            String id = message.getStringProperty("orderId");
            CallsScenario.DELIVERED.add(id);
            tables.insert(id);
            outbox.record("calls_recorded", id);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
