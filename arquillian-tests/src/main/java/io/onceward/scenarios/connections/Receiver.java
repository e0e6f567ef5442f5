// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.connections;

import io.onceward.api.Idempotent;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A handler with more instances than the datasource has connections. All calls wait until they are released, and then read by JPA
 * before they write. After a failed read, the calls that begin no longer read, so that the remaining messages can be handled.
 */
@Idempotent
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/connections"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "32")
        })
public class Receiver implements MessageListener {

    private static final CountDownLatch RELEASED = new CountDownLatch(1);
    private static final AtomicInteger RUNNING = new AtomicInteger();
    private static final AtomicInteger MOST = new AtomicInteger();
    private static final AtomicInteger HANDLED = new AtomicInteger();
    private static final AtomicInteger FAILURES = new AtomicInteger();

    @PersistenceContext
    private EntityManager entities;

    @Override
    public void onMessage(Message message) {
        MOST.accumulateAndGet(RUNNING.incrementAndGet(), Math::max);
        try {
            RELEASED.await();
            handle(message.getBody(String.class), message.getJMSRedelivered());
            HANDLED.incrementAndGet();
        } catch (JMSException | InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            RUNNING.decrementAndGet();
        }
    }

    /** Lets all calls go on. */
    static void release() {
        RELEASED.countDown();
    }

    /** Returns how many calls have run at the same time. */
    static int most() {
        return MOST.get();
    }

    /** Returns how many calls have returned. */
    static int handled() {
        return HANDLED.get();
    }

    /** Returns how many calls could not read. */
    static int failed() {
        return FAILURES.get();
    }

    private void handle(String id, boolean redelivered) {
        if (failed() == 0 && isKnown(id)) {
            throw new IllegalStateException("handled twice");
        }
        entities.persist(new Entry(id, redelivered));
    }

    private boolean isKnown(String id) {
        try {
            return entities.find(Entry.class, id) != null
                    || entities.createQuery("SELECT COUNT(e) FROM Entry e WHERE e.id = :id", Long.class)
                                    .setParameter("id", id)
                                    .getSingleResult()
                            > 0;
        } catch (RuntimeException e) {
            FAILURES.incrementAndGet();
            throw e;
        }
    }
}
