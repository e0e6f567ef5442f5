// SPDX-License-Identifier: Apache-2.0
package io.oncebox.metrics;

import java.util.Map;

/** The figures of an application as an MBean. Thread-safe. */
public final class MetricsBean implements MetricsMXBean {

    private final Meters meters;

    public MetricsBean(Meters meters) {
        this.meters = meters;
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
