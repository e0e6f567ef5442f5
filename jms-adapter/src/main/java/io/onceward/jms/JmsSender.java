// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.OutboxEvent;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.naming.NamingException;

/** Sends events by one session, persistently unless their messages were sent otherwise. Not thread-safe, as the session is not. */
final class JmsSender implements AutoCloseable {

    /** Finds a destination by its JNDI name. */
    @FunctionalInterface
    interface Names {
        Destination find(String name) throws NamingException;
    }

    /** Clients may round the time of an expiry. */
    private static final long ROUNDING_MILLIS = 1_000;

    /** What to do if the client replaces what was asked for. */
    static final String OVERRIDE = "Remove the setting of the connection factory that overrides it, of OpenMQ"
            + " imqOverrideJMSDeliveryMode or imqOverrideJMSExpiration";

    private final Session session;
    private final MessageProducer producer;
    private final JmsUriCache uris;
    private final Names names;
    private final Map<String, Target> targets = new HashMap<>();

    /** @param uris of the publisher */
    JmsSender(Session session, JmsUriCache uris, Names names) throws JMSException {
        this.session = session;
        this.uris = uris;
        this.names = names;
        producer = session.createProducer(null);
    }

    /** Sends them in this order; the session's transaction decides about them. */
    void send(List<OutboxEvent> events) throws JMSException, NamingException {
        for (OutboxEvent event : events) {
            Target target = target(event.destination());
            Message message = target.messages().create(session, event);
            if (target.detectsDuplicates()) {
                message.setStringProperty(JmsProperties.DUPLICATE_ID, duplicateId(event));
            }
            send(target, message, event);
        }
        warnOfQueues(events);
    }

    /** Looks at a queue after the first message for it, because a broker may create it only then. */
    private void warnOfQueues(List<OutboxEvent> events) throws JMSException, NamingException {
        for (OutboxEvent event : events) {
            if (uris.isFirstUse(event.destination())) {
                ArtemisQueue.warn(session, target(event.destination()).destination());
            }
        }
    }

    /** @throws UnsoundException if the client has sent the message so that the broker may drop it earlier */
    private void send(Target target, Message message, OutboxEvent event) throws JMSException {
        int mode = mode(event);
        long timeToLive = timeToLive(event);
        long now = System.currentTimeMillis();
        producer.send(target.destination(), message, mode, priority(event), timeToLive);
        if (target.destination() instanceof TemporaryQueue) {
            return; // it ends with its connection, so a client may send otherwise
        }
        if (mode == DeliveryMode.PERSISTENT && message.getJMSDeliveryMode() != mode) {
            throw JmsErrors.unsound(target.factory(), Finding.NOT_PERSISTENT, OVERRIDE, null);
        }
        long expiry = message.getJMSExpiration();
        if (expiry != 0 && (timeToLive == 0 || expiry < now + timeToLive - ROUNDING_MILLIS)) {
            throw JmsErrors.unsound(target.factory(), Finding.EXPIRES, OVERRIDE, null);
        }
    }

    /** Ids are unique in a channel, and Artemis compares those of all messages of an address. */
    private static String duplicateId(OutboxEvent event) {
        return event.channel().length() + " " + event.channel() + " " + event.id();
    }

    private static int mode(OutboxEvent event) {
        boolean persistent =
                !CarriedHeaders.NON_PERSISTENT.equals(event.reservedHeaders().get(CarriedHeaders.DELIVERY_MODE));
        return persistent ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
    }

    private static int priority(OutboxEvent event) {
        return event.priority().orElse(Message.DEFAULT_PRIORITY);
    }

    /** Returns it in milliseconds: the rest, which the relay has found to be positive. */
    private static long timeToLive(OutboxEvent event) {
        if (event instanceof Probe) {
            return Probe.TIME_TO_LIVE.toMillis();
        }
        return event.expiresAt()
                .map(expiry -> Math.max(1, expiry.toEpochMilli() - System.currentTimeMillis()))
                .orElse(Message.DEFAULT_TIME_TO_LIVE);
    }

    @Override
    public void close() throws JMSException {
        producer.close();
    }

    /**
     * A resolved destination.
     *
     * @param factory the name of the connection factory
     * @param detectsDuplicates whether messages carry the id of their event for the broker's duplicate detection
     */
    private record Target(Destination destination, JmsMessages messages, String factory, boolean detectsDuplicates) {}

    private Target target(String uri) throws JMSException, NamingException {
        Target known = targets.get(uri);
        if (known == null) {
            JmsUri parsed = uris.get(uri);
            Destination destination = resolve(parsed);
            JmsMessages messages = new JmsMessages(JmsEventProperties.name(destination), parsed.form());
            known = new Target(destination, messages, parsed.connectionFactory(), parsed.detectsDuplicates());
            if (targets.size() >= JmsUriCache.MAX) {
                targets.clear();
            }
            targets.put(uri, known);
        }
        return known;
    }

    private Destination resolve(JmsUri uri) throws JMSException, NamingException {
        if (uri.variant() == JmsUri.Variant.JNDI) {
            return names.find(uri.name());
        }
        return uri.variant() == JmsUri.Variant.TOPIC
                ? session.createTopic(uri.name())
                : session.createQueue(uri.name());
    }
}
