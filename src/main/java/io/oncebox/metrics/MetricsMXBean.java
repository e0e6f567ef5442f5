// SPDX-License-Identifier: Apache-2.0
package io.oncebox.metrics;

import java.util.Map;

/** {@link Metric} by JMX: what was counted since the application started, by channel, handler, datasource or table. */
public interface MetricsMXBean {

    /** {@link Metric#RECORDED}. */
    Map<String, Long> getRecorded();

    /** {@link Metric#SENT}. */
    Map<String, Long> getSent();

    /** {@link Metric#SEND_DURATION}. */
    Map<String, Distribution> getSendDuration();

    /** {@link Metric#BATCH_SIZE}. */
    Map<String, Distribution> getBatchSize();

    /** {@link Metric#CYCLE_DURATION}. */
    Map<String, Distribution> getPassDuration();

    /** {@link Metric#PUBLISH_LATENCY}. */
    Map<String, Distribution> getPublishLatency();

    /** {@link Metric#PUBLISH_FAILURES}. */
    Map<String, Long> getPublishFailures();

    /** {@link Metric#EVENTS_PARKED}. */
    Map<String, Long> getEventsParked();

    /** {@link Metric#RECEIVED}. */
    Map<String, Long> getReceived();

    /** {@link Metric#PROCESS_DURATION}. */
    Map<String, Distribution> getProcessDuration();

    /** {@link Metric#PROCESS_LATENCY}. */
    Map<String, Distribution> getProcessLatency();

    /** {@link Metric#DUPLICATES}. */
    Map<String, Long> getDuplicates();

    /** {@link Metric#PROCESS_FAILURES}. */
    Map<String, Long> getProcessFailures();

    /** {@link Metric#MESSAGES_PARKED}. */
    Map<String, Long> getMessagesParked();

    /** {@link Metric#JANITOR_DELETED}. */
    Map<String, Long> getJanitorDeleted();
}
