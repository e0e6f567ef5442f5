// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.connections;

import io.oncebox.api.Idempotent;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A handler with as many instances as the datasource has connections. It reads by JPA before it writes, when as many instances as
 * the server runs hold a claim.
 */
@Idempotent
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/connections"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "" + ConnectionsContract.POOL)
        })
public class Receiver implements MessageListener {

    /** How long handlers wait for further ones, when all messages are sent: some servers run fewer at the same time. */
    private static final Duration GATHERING = Duration.ofSeconds(5);

    private static final CountDownLatch SENT = new CountDownLatch(1);

    private static final CountDownLatch TOGETHER = new CountDownLatch(ConnectionsContract.POOL);

    /** The calls that have returned. */
    static final AtomicInteger HANDLED = new AtomicInteger();

    /** When the gathering ends; written before {@link #SENT}. */
    private static long deadline;

    @PersistenceContext
    private EntityManager entities;

    @Override
    public void onMessage(Message message) {
        try {
            TOGETHER.countDown();
            SENT.await();
            TOGETHER.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            handle(message.getBody(String.class), message.getJMSRedelivered());
            HANDLED.incrementAndGet();
        } catch (JMSException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lets the handlers begin, as soon as there are as many as connections. */
    static void allAreSent() {
        deadline = System.nanoTime() + GATHERING.toNanos();
        SENT.countDown();
    }

    /** Returns how many calls have begun, at most the size of the pool. */
    static long begun() {
        return ConnectionsContract.POOL - TOGETHER.getCount();
    }

    private void handle(String id, boolean redelivered) {
        long start = System.nanoTime();
        boolean known = entities.find(Entry.class, id) != null
                || entities.createQuery("SELECT COUNT(e) FROM Entry e WHERE e.id = :id", Long.class)
                                .setParameter("id", id)
                                .getSingleResult()
                        > 0;
        if (known) {
            throw new IllegalStateException("handled twice");
        }
        entities.persist(new Entry(
                id, redelivered, Duration.ofNanos(System.nanoTime() - start).toMillis()));
    }
}
