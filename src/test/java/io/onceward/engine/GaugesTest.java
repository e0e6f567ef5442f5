// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.Alert;
import io.onceward.api.Backlog;
import io.onceward.api.OncewardException;
import io.onceward.api.QueueAdmin;
import io.onceward.config.OncewardConfig;
import io.onceward.fixture.Figures;
import io.onceward.log.DatabaseErrors;
import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.metrics.ShownGauges;
import io.onceward.outbox.capture.CaptureReading;
import io.onceward.outbox.capture.CaptureReading.Slot;
import io.onceward.outbox.capture.CaptureStatus;
import io.onceward.queue.Side;
import io.onceward.queue.Time;
import io.onceward.queue.store.Cluster;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class GaugesTest {

    private static final Cluster CLUSTER = new Cluster(
            "jdbc/db",
            "me",
            List.of(
                    new Cluster.Node("me", null, Set.of(), Instant.EPOCH),
                    new Cluster.Node("you", "second", Set.of(), Instant.EPOCH)),
            List.of(
                    new Cluster.Queue(Side.OUTBOX, "orders", null, Map.of("me", 40, "you", 20), 4),
                    new Cluster.Queue(Side.INBOX, "orders", null, Map.of("me", 7), 57),
                    new Cluster.Queue(Side.INBOX, "billing", null, Map.of("you", 64), 0)));

    private final MetricsRecorder metrics = new MetricsRecorder();
    private final ShownGauges shown = new ShownGauges();
    private final List<Runnable> work = new ArrayList<>();
    private Supplier<List<Backlog>> outbox = () -> List.of(queue("orders", 5, 4, Duration.ofMillis(1500), 2));
    private List<CaptureStatus> captures = List.of();
    private int asked;
    private final List<Alert> told = new ArrayList<>();
    private Alerts alerts = alerts(List.of());
    private Gauges gauges = gauges(Duration.ZERO);

    private static Alerts alerts(List<Consumer<Alert>> listeners) {
        OncewardConfig config =
                new OncewardConfig(List.of(), name -> Optional.of("3").filter(any -> name.endsWith("max-due")));
        return new Alerts(listeners, config, () -> "me", Runnable::run, Time.SYSTEM);
    }

    private Gauges gauges(Duration refresh) {
        return new Gauges(
                metrics,
                admin(() -> {
                    asked++;
                    return outbox.get();
                }),
                admin(() -> List.of(queue("billing", 3, 2, null, 1))),
                () -> List.of(CLUSTER),
                () -> captures,
                alerts,
                work::add,
                refresh);
    }

    @Test
    void figuresOfTheAdministrationAreShown() {
        metrics.addSink(shown);
        count();
        assertThat(shown.of(Metric.OUTBOX_PENDING)).isEqualTo(Map.of("orders", 5.0));
        assertThat(shown.of(Metric.OUTBOX_DUE)).isEqualTo(Map.of("orders", 4.0));
        assertThat(shown.of(Metric.OUTBOX_LAG)).isEqualTo(Map.of("orders", 1.5));
        assertThat(shown.of(Metric.OUTBOX_PARKED)).isEqualTo(Map.of("orders", 2.0));
        assertThat(shown.of(Metric.INBOX_PENDING)).isEqualTo(Map.of("billing", 3.0));
        assertThat(shown.of(Metric.INBOX_DUE)).isEqualTo(Map.of("billing", 2.0));
        assertThat(shown.of(Metric.INBOX_LAG)).isEqualTo(Map.of("billing", 0.0));
        assertThat(shown.of(Metric.INBOX_PARKED)).isEqualTo(Map.of("billing", 1.0));
        assertThat(shown.of(Metric.OUTBOX_LANES)).isEqualTo(Map.of("orders", 40.0));
        assertThat(shown.of(Metric.INBOX_LANES)).isEqualTo(Map.of("billing", 0.0));
        assertThat(shown.of(Metric.NODES)).isEqualTo(Map.of("jdbc/db", 2.0));
    }

    @Test
    void nothingIsCountedWithoutASink() {
        count();
        assertThat(asked).isZero();
    }

    @Test
    void listenerOfAlertsHasTheFiguresCounted() {
        alerts = alerts(List.of(told::add));
        gauges = gauges(Duration.ZERO);
        count();
        alerts.tick(() -> List.of(new Alerts.View(Side.OUTBOX, List.of(), Duration.ZERO, queue -> Optional.empty())));
        assertThat(told).extracting(Alert::subject).containsExactly("orders");
        assertThat(shown.of(Metric.OUTBOX_PENDING)).isNullOrEmpty();
    }

    @Test
    void nothingIsCountedAgainBeforeTheFiguresExpire() {
        metrics.addSink(shown);
        gauges = gauges(Duration.ofHours(1));
        count();
        count();
        assertThat(asked).isOne();
    }

    @Test
    void oneCountsAtATime() {
        metrics.addSink(shown);
        gauges.tick();
        gauges.tick();
        assertThat(work).hasSize(1);
    }

    @Test
    void unknownFiguresAreNotShown() {
        metrics.addSink(shown);
        Supplier<List<Backlog>> there = outbox;
        count();
        outbox = () -> {
            throw away();
        };
        count();
        count();
        assertThat(shown.of(Metric.OUTBOX_DUE)).isEmpty();
        assertThat(shown.of(Metric.INBOX_DUE)).isEmpty();
        outbox = there;
        count();
        assertThat(shown.of(Metric.OUTBOX_DUE)).isEqualTo(Map.of("orders", 4.0));
    }

    @Test
    void countingIsTriedAgainWhenTheServerHasNoThread() {
        countingIsTriedAgainAfter(() -> {
            throw new RejectedExecutionException("busy");
        });
    }

    @Test
    void countingIsTriedAgainWhenTheMachineHasNoThread() {
        countingIsTriedAgainAfter(() -> {
            throw new InternalError("no thread");
        });
    }

    @Test
    void replicationSlotIsShown() {
        metrics.addSink(shown);
        captures = List.of(capture(Duration.ofMillis(2500)), new CaptureStatus("jdbc/unchecked", List.of(), null));
        count();
        assertThat(shown.of(Metric.CAPTURE_ACTIVE)).isEqualTo(Map.of("jdbc/shop", 1.0));
        assertThat(shown.of(Metric.CAPTURE_BYTES)).isEqualTo(Map.of("jdbc/shop", 4711.0));
        assertThat(shown.of(Metric.CAPTURE_LAG)).isEqualTo(Map.of("jdbc/shop", 2.5));
    }

    private static CaptureStatus capture(Duration lag) {
        Slot slot = new Slot("onceward_outbox", true, "reserved", 4711, lag);
        return new CaptureStatus("jdbc/shop", List.of(), new CaptureReading(List.of(), Optional.of(slot)));
    }

    private void countingIsTriedAgainAfter(Runnable failure) {
        metrics.addSink(shown);
        List<Integer> asks = new ArrayList<>();
        Gauges refused = new Gauges(
                metrics,
                admin(outbox),
                admin(outbox),
                List::of,
                List::of,
                alerts,
                task -> {
                    asks.add(1);
                    failure.run();
                },
                Duration.ZERO);
        refused.tick();
        refused.tick();
        assertThat(asks).hasSize(2);
    }

    @Test
    void nothingIsLeftAfterTheStop() {
        metrics.addSink(shown);
        count();
        gauges.tick();
        gauges.stop();
        work.forEach(Runnable::run);
        assertThat(shown.of(Metric.OUTBOX_DUE)).isEmpty();
        assertThat(shown.of(Metric.OUTBOX_LANES)).isEmpty();
        assertThat(shown.of(Metric.NODES)).isEmpty();
    }

    private void count() {
        gauges.tick();
        List<Runnable> now = List.copyOf(work);
        work.clear();
        now.forEach(Runnable::run);
    }

    private static OncewardException away() {
        return DatabaseErrors.database("count events", new SQLException("no connection", "08006"));
    }

    private static Backlog queue(String name, long pending, long due, Duration oldest, long parked) {
        return new Figures(name, pending, due, oldest, parked, false);
    }

    /** Returns an administration that only counts. */
    private static QueueAdmin admin(Supplier<List<Backlog>> backlog) {
        return (QueueAdmin) Proxy.newProxyInstance(
                GaugesTest.class.getClassLoader(), new Class<?>[] {QueueAdmin.class}, (proxy, method, values) -> {
                    if (method.getName().equals("backlog")) {
                        return backlog.get();
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
