// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.jpa;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Persists and records for each message, whose text is the booking's id; fails at first if its type says so. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(
                    propertyName = "destinationLookup",
                    propertyValue = "jms/queue/" + BookingReceiver.QUEUE),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class BookingReceiver implements MessageListener {

    static final String QUEUE = "jpa_bookings";
    static final String FAIL_FIRST = "fail-first";
    static final String FAIL_FIRST_LATE = "fail-first-late";

    static final Map<String, Integer> DELIVERIES = new ConcurrentHashMap<>();

    @PersistenceContext
    private EntityManager entities;

    @Inject
    private Outbox outbox;

    @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
    private TransactionSynchronizationRegistry registry;

    @Override
    public void onMessage(Message message) {
        try {
            receive(message.getBody(String.class), message.getJMSType());
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    private void receive(String id, String type) {
        boolean first = DELIVERIES.merge(id, 1, Integer::sum) == 1;
        entities.persist(new Booking(id));
        outbox.record(JpaFixture.CHANNEL, "received", OutboxMetadata.none().withKey(id));
        if (first && FAIL_FIRST.equals(type)) {
            entities.flush();
            throw new IllegalStateException("on purpose");
        }
        if (first && FAIL_FIRST_LATE.equals(type)) {
            FailingSynchronization.register(registry, FailingSynchronization.AFTER_THE_WRITER);
        }
    }
}
