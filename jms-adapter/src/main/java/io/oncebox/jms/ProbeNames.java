// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import jakarta.jms.Destination;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.NamingException;

/** The names of destinations, with further names for the queues of checks while the checks run. Thread-safe. */
final class ProbeNames implements JmsSender.Names {

    private final JmsSender.Names others;
    private final Map<String, Destination> queues = new ConcurrentHashMap<>();

    ProbeNames(JmsSender.Names others) {
        this.others = others;
    }

    /** Returns a new name for the queue of a check. */
    String add(Destination queue) {
        String name = "oncebox/probe/" + UUID.randomUUID();
        queues.put(name, queue);
        return name;
    }

    void remove(String name) {
        queues.remove(name);
    }

    @Override
    public Destination find(String name) throws NamingException {
        Destination queue = queues.get(name);
        return queue != null ? queue : others.find(name);
    }
}
