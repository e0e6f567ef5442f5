// SPDX-License-Identifier: Apache-2.0
package io.oncebox.metrics;

import io.oncebox.log.Log;
import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The figures of an application, registered with the server's MBeans until it is closed. */
public final class MetricsByJmx implements MetricsMXBean, AutoCloseable {

    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    private final Meters meters;
    private ObjectName name;

    private MetricsByJmx(Meters meters) {
        this.meters = meters;
    }

    /**
     * Registers them as {@code io.oncebox:type=Metrics,application="…"}. If there is such an application already, a number
     * is added to the name; if it fails otherwise, it is logged.
     */
    public static MetricsByJmx register(String application, Meters meters) {
        MetricsByJmx bean = new MetricsByJmx(meters);
        try {
            bean.register(application);
        } catch (JMException | SecurityException e) {
            Log.mbeanNotRegistered(application, e);
        }
        return bean;
    }

    private void register(String application) throws JMException {
        for (int number = 1; name == null; number++) {
            String unique = number == 1 ? application : application + "-" + number;
            ObjectName next = new ObjectName("io.oncebox:type=Metrics,application=" + ObjectName.quote(unique));
            try {
                SERVER.registerMBean(this, next);
                name = next;
            } catch (InstanceAlreadyExistsException e) {
                Log.mbeanNameTaken(next.toString());
            }
        }
    }

    @Override
    public void close() {
        try {
            if (name != null) {
                SERVER.unregisterMBean(name);
            }
        } catch (JMException | SecurityException e) {
            Log.mbeanNotRegistered(name.toString(), e);
        }
    }

    @Override
    public Map<String, Long> getRecorded() {
        return meters.counts(Metric.RECORDED);
    }

    @Override
    public Map<String, Long> getSent() {
        return meters.counts(Metric.SENT);
    }

    @Override
    public Map<String, Distribution> getSendDuration() {
        return meters.distributions(Metric.SEND_DURATION);
    }

    @Override
    public Map<String, Distribution> getBatchSize() {
        return meters.distributions(Metric.BATCH_SIZE);
    }

    @Override
    public Map<String, Distribution> getPassDuration() {
        return meters.distributions(Metric.PASS_DURATION);
    }

    @Override
    public Map<String, Distribution> getPublishLatency() {
        return meters.distributions(Metric.PUBLISH_LATENCY);
    }

    @Override
    public Map<String, Long> getPublishFailures() {
        return meters.counts(Metric.PUBLISH_FAILURES);
    }

    @Override
    public Map<String, Long> getEventsParked() {
        return meters.counts(Metric.EVENTS_PARKED);
    }

    @Override
    public Map<String, Long> getReceived() {
        return meters.counts(Metric.RECEIVED);
    }

    @Override
    public Map<String, Distribution> getProcessDuration() {
        return meters.distributions(Metric.PROCESS_DURATION);
    }

    @Override
    public Map<String, Distribution> getProcessLatency() {
        return meters.distributions(Metric.PROCESS_LATENCY);
    }

    @Override
    public Map<String, Long> getDuplicates() {
        return meters.counts(Metric.DUPLICATES);
    }

    @Override
    public Map<String, Long> getProcessFailures() {
        return meters.counts(Metric.PROCESS_FAILURES);
    }

    @Override
    public Map<String, Long> getMessagesParked() {
        return meters.counts(Metric.MESSAGES_PARKED);
    }

    @Override
    public Map<String, Long> getJanitorDeleted() {
        return meters.counts(Metric.JANITOR_DELETED);
    }
}
