// SPDX-License-Identifier: Apache-2.0
package io.oncebox.examples.billing;

import io.oncebox.api.Idempotent;
import io.oncebox.api.Outbox;
import io.oncebox.examples.orders.OrderPlaced;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.math.BigDecimal;
import java.util.logging.Logger;

/** The billing service: one invoice for each order, however often its event is delivered. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "resourceAdapter", propertyValue = "oncebox-artemis"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "orders"),
            @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false")
        })
@Idempotent(handler = "billing")
public class Billing implements MessageListener {

    private static final Logger LOG = Logger.getLogger(Billing.class.getName());
    private static final Jsonb JSON = JsonbBuilder.create();
    private static final BigDecimal LARGE = new BigDecimal("1000");

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Outbox outbox;

    @Override
    public void onMessage(Message message) {
        try {
            bill(JSON.fromJson(message.getBody(String.class), OrderPlaced.class), message);
        } catch (JMSException e) {
            throw new IllegalStateException("unreadable message", e);
        }
    }

    private void bill(OrderPlaced event, Message message) throws JMSException {
        em.persist(new Invoice(event.orderId(), event.total(), message.getStringProperty("oncebox_id")));
        if (event.total().compareTo(LARGE) > 0 && !message.getJMSRedelivered()) {
            LOG.info(() -> "Billing fails on purpose: order " + event.orderId()
                    + " is large, and delivered for the first time");
            throw new IllegalStateException("on purpose");
        }
        outbox.record("billed", new OrderBilled(event.orderId(), event.item()));
        LOG.info(() -> "Order " + event.orderId() + " billed");
    }
}
