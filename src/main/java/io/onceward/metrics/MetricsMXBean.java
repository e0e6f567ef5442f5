// SPDX-License-Identifier: Apache-2.0
package io.onceward.metrics;

import java.util.Map;

/** The counters and histograms since the start of the application in JMX, by channel, handler, datasource or table. */
public interface MetricsMXBean {

    /** Returns {@link Metric#RECORDED}. */
    Map<String, Long> getRecorded();

    /** Returns {@link Metric#SENT}. */
    Map<String, Long> getSent();

    /** Returns {@link Metric#SEND_DURATION}. */
    Map<String, Distribution> getSendDuration();

    /** Returns {@link Metric#BATCH_SIZE}. */
    Map<String, Distribution> getBatchSize();

    /** Returns {@link Metric#CYCLE_DURATION}. */
    Map<String, Distribution> getCycleDuration();

    /** Returns {@link Metric#PUBLISH_LATENCY}. */
    Map<String, Distribution> getPublishLatency();

    /** Returns {@link Metric#PUBLISH_FAILURES}. */
    Map<String, Long> getPublishFailures();

    /** Returns {@link Metric#EVENTS_PARKED}. */
    Map<String, Long> getEventsParked();

    /** Returns {@link Metric#EVENTS_EXPIRED}. */
    Map<String, Long> getEventsExpired();

    /** Returns {@link Metric#RECEIVED}. */
    Map<String, Long> getReceived();

    /** Returns {@link Metric#PROCESS_DURATION}. */
    Map<String, Distribution> getProcessDuration();

    /** Returns {@link Metric#PROCESS_BATCH_SIZE}. */
    Map<String, Distribution> getProcessBatchSize();

    /** Returns {@link Metric#PROCESS_LATENCY}. */
    Map<String, Distribution> getProcessLatency();

    /** Returns {@link Metric#DUPLICATES}. */
    Map<String, Long> getDuplicates();

    /** Returns {@link Metric#PROCESS_FAILURES}. */
    Map<String, Long> getProcessFailures();

    /** Returns {@link Metric#MESSAGES_PARKED}. */
    Map<String, Long> getMessagesParked();

    /** Returns {@link Metric#JANITOR_DELETED}. */
    Map<String, Long> getJanitorDeleted();
}
