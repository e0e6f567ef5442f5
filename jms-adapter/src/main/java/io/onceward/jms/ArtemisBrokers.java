// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;

/** Finds connection factories of Artemis that lead to several active brokers. */
final class ArtemisBrokers {

    /** In a cluster, connections that follow each other lead to one broker after the other, by default. */
    private static final int CONNECTIONS = 2;

    /** A check may run several times, for a publisher and a receiver. */
    private static final Set<ConnectionFactory> WARNED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private ArtemisBrokers() {}

    /**
     * Warns once of such a factory: one whose connections lead to different brokers, or whose address has several brokers and does not
     * say that they are a live broker and its backup. Without a cluster, a factory stays with the broker that it finds first, and that
     * of another node may find another one.
     *
     * @param name the name of the connection factory
     * @param session an open session of a connection of the factory
     */
    static void warn(String name, ConnectionFactory factory, Session session) {
        Set<String> brokers = connected(factory, session);
        Object[] addresses = ReceivingCheck.setting(factory, "getStaticConnectors") instanceof Object[] known
                ? known
                : new Object[0];
        boolean isPair = Boolean.TRUE.equals(ReceivingCheck.setting(factory, "isHA"));
        if (brokers.size() > 1 && WARNED.add(factory)) {
            JmsLog.severalBrokers(name, "its connections lead to " + String.join(" and ", brokers));
        } else if (addresses.length > 1 && !isPair && WARNED.add(factory)) {
            JmsLog.severalBrokers(name, "its address has " + addresses.length + " brokers, and ha is not true");
        }
    }

    /** Returns the ids of the brokers. It opens one connection at a time, as a pool may have few. */
    static Set<String> connected(ConnectionFactory factory, Session session) {
        Set<String> brokers = new TreeSet<>();
        Optional<String> next = broker(session);
        for (int i = 0; i < CONNECTIONS && next.isPresent(); i++) {
            brokers.add(next.get());
            next = broker(factory);
        }
        next.ifPresent(brokers::add);
        return brokers;
    }

    private static Optional<String> broker(Session session) {
        return ArtemisSession.of(session).flatMap(ArtemisSession::broker);
    }

    private static Optional<String> broker(ConnectionFactory factory) {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            return broker(session);
        } catch (JMSException | RuntimeException e) {
            return Optional.empty(); // the check itself reports a broker that is unavailable
        }
    }
}
