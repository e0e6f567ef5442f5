// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.api.Backlog;
import io.onceward.api.QueueAdmin;
import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.outbox.capture.CaptureReading.Slot;
import io.onceward.outbox.capture.CaptureStatus;
import io.onceward.queue.Side;
import io.onceward.queue.store.Cluster;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The gauges of backlog, nodes and lanes. The administration counts the figures, which alerts need, too; without a metrics sink or a
 * listener of alerts, nothing is counted.
 * Gauges whose count failed, and gauges of a lag that the database does not say, are removed. Thread-safe.
 */
final class Gauges {

    private final MetricsRecorder metrics;
    private final QueueAdmin outbox;
    private final QueueAdmin inbox;
    private final Supplier<List<Cluster>> clusters;
    private final Supplier<List<CaptureStatus>> captures;
    private final Alerts alerts;
    private final Executor executor;
    private final Duration refresh;
    private final AtomicBoolean underWay = new AtomicBoolean();
    private volatile long counted;
    private boolean failing;
    private boolean stopped;

    Gauges(
            MetricsRecorder metrics,
            QueueAdmin outbox,
            QueueAdmin inbox,
            Supplier<List<Cluster>> clusters,
            Supplier<List<CaptureStatus>> captures,
            Alerts alerts,
            Executor executor,
            Duration refresh) {
        this.metrics = metrics;
        this.outbox = outbox;
        this.inbox = inbox;
        this.clusters = clusters;
        this.captures = captures;
        this.alerts = alerts;
        this.executor = executor;
        this.refresh = refresh;
        this.counted = System.nanoTime() - refresh.toNanos();
    }

    /** Counts on another thread, if the figures are older than the refresh interval. */
    void tick() {
        boolean old = System.nanoTime() - counted >= refresh.toNanos();
        boolean needed = metrics.hasSinks() || alerts.hasListeners();
        if (!old || !needed || !underWay.compareAndSet(false, true)) {
            return;
        }
        try {
            executor.execute(this::count);
        } catch (RuntimeException | Error e) { // such as too many threads
            failed(e);
            done();
        }
    }

    private void count() {
        try {
            List<Backlog> events = outbox.backlog();
            List<Backlog> messages = inbox.backlog();
            alerts.counted(events, messages);
            if (metrics.hasSinks()) {
                show(events, messages, clusters.get(), captures.get());
            }
        } catch (RuntimeException e) {
            failed(e);
        } finally {
            done();
        }
    }

    private synchronized void show(
            List<Backlog> events, List<Backlog> messages, List<Cluster> found, List<CaptureStatus> captured) {
        if (!stopped) {
            failing = false;
            showAll(events, messages, found, captured);
        }
    }

    private void showAll(
            List<Backlog> events, List<Backlog> messages, List<Cluster> found, List<CaptureStatus> captured) {
        metrics.show(Metric.OUTBOX_PENDING, events, Backlog::queue, Backlog::pending);
        metrics.show(Metric.OUTBOX_DUE, events, Backlog::queue, Backlog::due);
        metrics.show(Metric.OUTBOX_LAG, events, Backlog::queue, Gauges::lag);
        metrics.show(Metric.OUTBOX_PARKED, events, Backlog::queue, Backlog::parked);
        metrics.show(Metric.INBOX_PENDING, messages, Backlog::queue, Backlog::pending);
        metrics.show(Metric.INBOX_DUE, messages, Backlog::queue, Backlog::due);
        metrics.show(Metric.INBOX_LAG, messages, Backlog::queue, Gauges::lag);
        metrics.show(Metric.INBOX_PARKED, messages, Backlog::queue, Backlog::parked);
        metrics.show(Metric.OUTBOX_LANES, events, Backlog::queue, queue -> ownLanes(found, Side.OUTBOX, queue));
        metrics.show(Metric.INBOX_LANES, messages, Backlog::queue, queue -> ownLanes(found, Side.INBOX, queue));
        metrics.show(Metric.NODES, found, Cluster::datasource, cluster -> cluster.nodes()
                .size());
        List<CaptureStatus> slots =
                captured.stream().filter(each -> slot(each) != null).toList();
        metrics.show(
                Metric.CAPTURE_ACTIVE,
                slots,
                CaptureStatus::datasource,
                each -> slot(each).isActive() ? 1 : 0);
        metrics.show(Metric.CAPTURE_BYTES, slots, CaptureStatus::datasource, each -> slot(each)
                .lagBytes());
        metrics.show(
                Metric.CAPTURE_LAG,
                slots,
                CaptureStatus::datasource,
                each -> seconds(slot(each).lag()));
    }

    /** Returns the slot of a capture; {@code null} if there is none, or it is not checked. */
    private static Slot slot(CaptureStatus capture) {
        return capture.reading() == null ? null : capture.reading().slot().orElse(null);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static double ownLanes(List<Cluster> clusters, Side side, Backlog queue) {
        return clusters.stream()
                .filter(cluster -> cluster.datasource().equals(queue.datasource()))
                .mapToInt(cluster -> cluster.ownLanes(side, queue.queue()))
                .sum();
    }

    private static double lag(Backlog queue) {
        return queue.oldestDue() == null ? 0 : seconds(queue.oldestDue());
    }

    private synchronized void failed(Throwable failure) {
        if (!failing && !stopped) {
            failing = true;
            showAll(List.of(), List.of(), List.of(), List.of());
            EngineLog.gaugesMissing(failure);
        }
    }

    private void done() {
        counted = System.nanoTime();
        underWay.set(false);
    }

    /** Removes the gauges. */
    synchronized void stop() {
        stopped = true;
        showAll(List.of(), List.of(), List.of(), List.of());
    }
}
