// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import jakarta.jms.Destination;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.NamingException;

/** The names of destinations, with further names for the queues of a check. Thread-safe. */
final class ProbeNames implements JmsSender.Names {

    private final JmsSender.Names others;
    private final Map<String, Destination> queues = new ConcurrentHashMap<>();

    ProbeNames(JmsSender.Names others) {
        this.others = others;
    }

    /** Returns the destination of events for the queue of a check. */
    String add(Destination queue, String connectionFactory) {
        String name = "onceward/probe/" + UUID.randomUUID();
        queues.put(name, queue);
        return new JmsUri(JmsUri.Variant.JNDI, name, connectionFactory).toString();
    }

    @Override
    public Destination find(String name) throws NamingException {
        Destination queue = queues.get(name);
        return queue != null ? queue : others.find(name);
    }
}
