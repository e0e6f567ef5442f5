// SPDX-License-Identifier: Apache-2.0
package io.onceward.metrics;

import java.util.Map;

/** The figures of an application as an MBean. Thread-safe. */
public final class MetricsBean implements MetricsMXBean {

    private final MetricsRecorder metrics;

    public MetricsBean(MetricsRecorder metrics) {
        this.metrics = metrics;
    }

    @Override
    public Map<String, Long> getRecorded() {
        return metrics.counts(Metric.RECORDED);
    }

    @Override
    public Map<String, Long> getSent() {
        return metrics.counts(Metric.SENT);
    }

    @Override
    public Map<String, Distribution> getSendDuration() {
        return metrics.distributions(Metric.SEND_DURATION);
    }

    @Override
    public Map<String, Distribution> getBatchSize() {
        return metrics.distributions(Metric.BATCH_SIZE);
    }

    @Override
    public Map<String, Distribution> getCycleDuration() {
        return metrics.distributions(Metric.CYCLE_DURATION);
    }

    @Override
    public Map<String, Distribution> getPublishLatency() {
        return metrics.distributions(Metric.PUBLISH_LATENCY);
    }

    @Override
    public Map<String, Long> getPublishFailures() {
        return metrics.counts(Metric.PUBLISH_FAILURES);
    }

    @Override
    public Map<String, Long> getEventsParked() {
        return metrics.counts(Metric.EVENTS_PARKED);
    }

    @Override
    public Map<String, Long> getEventsExpired() {
        return metrics.counts(Metric.EVENTS_EXPIRED);
    }

    @Override
    public Map<String, Long> getReceived() {
        return metrics.counts(Metric.RECEIVED);
    }

    @Override
    public Map<String, Distribution> getProcessDuration() {
        return metrics.distributions(Metric.PROCESS_DURATION);
    }

    @Override
    public Map<String, Distribution> getProcessBatchSize() {
        return metrics.distributions(Metric.PROCESS_BATCH_SIZE);
    }

    @Override
    public Map<String, Distribution> getProcessLatency() {
        return metrics.distributions(Metric.PROCESS_LATENCY);
    }

    @Override
    public Map<String, Long> getDuplicates() {
        return metrics.counts(Metric.DUPLICATES);
    }

    @Override
    public Map<String, Long> getProcessFailures() {
        return metrics.counts(Metric.PROCESS_FAILURES);
    }

    @Override
    public Map<String, Long> getMessagesParked() {
        return metrics.counts(Metric.MESSAGES_PARKED);
    }

    @Override
    public Map<String, Long> getJanitorDeleted() {
        return metrics.counts(Metric.JANITOR_DELETED);
    }
}
