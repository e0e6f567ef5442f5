// SPDX-License-Identifier: Apache-2.0
package io.onceward.jmx;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The MBeans of one application, {@code io.onceward:type=…,application="…"}; of further applications with the same name with
 * {@code ,instance=2} and so on. They are gone after {@link #close()}: one that stayed would keep the classes of an
 * application that is long undeployed. A refusal by JMX is logged and has no other effect. Thread-safe.
 */
public final class JmxBeans implements AutoCloseable {

    private static final int MAX_INSTANCES = 1000;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final String application;
    private final List<ObjectName> names = new ArrayList<>();

    /** @param application its name */
    public JmxBeans(String application) {
        this.application = application;
    }

    /**
     * Registers a bean.
     *
     * @param type what stands in its name
     * @param bean implements an interface whose name ends with {@code MXBean}
     */
    public synchronized void register(String type, Object bean) {
        String name = "io.onceward:type=" + type + ",application=" + ObjectName.quote(application);
        try {
            names.add(registerFree(name, bean));
        } catch (JMException | RuntimeException e) {
            JmxLog.notInJmx(name, e);
        }
    }

    private ObjectName registerFree(String name, Object bean) throws JMException {
        for (int instance = 1; ; instance++) {
            try {
                ObjectName free = new ObjectName(instance == 1 ? name : name + ",instance=" + instance);
                server.registerMBean(bean, free);
                return free;
            } catch (InstanceAlreadyExistsException e) {
                if (instance == MAX_INSTANCES) {
                    throw e;
                }
            }
        }
    }

    /** Removes what was registered. */
    @Override
    public synchronized void close() {
        for (ObjectName name : names) {
            try {
                server.unregisterMBean(name);
            } catch (JMException | RuntimeException e) {
                JmxLog.notInJmx(name.toString(), e);
            }
        }
        names.clear();
    }
}
