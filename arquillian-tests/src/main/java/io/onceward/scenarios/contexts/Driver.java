// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.contexts;

import io.onceward.api.Idempotent;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** A message-driven bean, which records the next event of the chain. */
@Idempotent
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/contexts"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Driver implements MessageListener {

    static final Queue<String> CALLS = new ConcurrentLinkedQueue<>();

    @Inject
    Tenant tenant;

    @Inject
    @Channel("contexts_stored")
    Emitter<String> next;

    @Override
    public void onMessage(Message message) {
        try {
            String id = message.getBody(String.class);
            CALLS.add(id + " " + tenant.name() + " " + User.name());
            next.send(id);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
