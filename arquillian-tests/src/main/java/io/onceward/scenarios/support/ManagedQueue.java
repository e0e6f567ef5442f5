// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.support;

import java.lang.management.ManagementFactory;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** A queue of a broker in this server, as its MBean shows it. */
record ManagedQueue(ObjectName name) {

    /** Returns the first with a name of this pattern. */
    static Optional<ManagedQueue> find(String pattern) {
        try {
            return server().queryNames(new ObjectName(pattern), null).stream()
                    .findFirst()
                    .map(ManagedQueue::new);
        } catch (JMException e) {
            throw new IllegalArgumentException(e);
        }
    }

    int number(String attribute) {
        try {
            return ((Number) server().getAttribute(name, attribute)).intValue();
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    private static MBeanServer server() {
        return ManagementFactory.getPlatformMBeanServer();
    }
}
