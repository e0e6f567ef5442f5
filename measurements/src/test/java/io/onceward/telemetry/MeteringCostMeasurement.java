// SPDX-License-Identifier: Apache-2.0
package io.onceward.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.onceward.api.EventState;
import io.onceward.measure.Figures;
import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.outbox.OutboxMetrics;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.relay.QueueMetrics;
import io.onceward.queue.store.QueuedEvent;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The cost of metrics for each event, from its recording in its own transaction to its confirmation in a batch of 500
 * events of ten channels. {@code -Dmetering.events=5000000} measures longer.
 */
class MeteringCostMeasurement {

    private static final int EVENTS = Integer.getInteger("metering.events", 200_000);

    private static final int ROUNDS = 5;

    /** The bound for the medians in nanoseconds. */
    private static final double BOUND = 20_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final List<QueuedEvent> batch =
            LongStream.range(0, 500).mapToObj(MeteringCostMeasurement::event).toList();

    @Test
    void measuringAnEventCostsMicroseconds() {
        double alone = nanosPerEvent("JMX alone", new MetricsRecorder());
        MetricsRecorder withMicrometer = new MetricsRecorder();
        withMicrometer.addSink(new MicrometerMetrics(new SimpleMeterRegistry()));
        double micrometer = nanosPerEvent("with Micrometer", withMicrometer);
        double openTelemetry;
        try (SdkMeterProvider provider = SdkMeterProvider.builder()
                .registerMetricReader(InMemoryMetricReader.create())
                .build()) {
            MetricsRecorder withOpenTelemetry = new MetricsRecorder();
            withOpenTelemetry.addSink(new OpenTelemetryMetrics(
                    OpenTelemetrySdk.builder().setMeterProvider(provider).build()));
            openTelemetry = nanosPerEvent("with OpenTelemetry", withOpenTelemetry);
        }
        assertThat(List.of(alone, micrometer, openTelemetry)).allMatch(nanos -> nanos < BOUND);
    }

    private double nanosPerEvent(String what, MetricsRecorder metrics) {
        QueueMetrics queue = new OutboxMetrics(metrics, "jdbc/db");
        run(metrics, queue);
        List<Double> nanos = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            long before = THREADS.getCurrentThreadCpuTime();
            run(metrics, queue);
            nanos.add((THREADS.getCurrentThreadCpuTime() - before) / (double) EVENTS);
        }
        System.out.printf(
                Locale.ROOT,
                "Metrics, %s: %s ns of processor time an event in %d rounds of %d%n",
                what,
                Figures.spread(nanos),
                ROUNDS,
                EVENTS);
        return Figures.median(nanos);
    }

    private void run(MetricsRecorder metrics, QueueMetrics queue) {
        for (int events = 0; events < EVENTS; events += batch.size()) {
            long start = System.nanoTime();
            batch.forEach(event -> metrics.count(Metric.RECORDED, List.of(event.event()), RecordedEvent::channel));
            batch.forEach(queue::confirmed);
            queue.sent(batch, start);
            queue.cycle(start);
        }
    }

    private static QueuedEvent event(long seq) {
        String channel = "channel " + seq % 10;
        RecordedEvent event = new RecordedEvent(
                String.valueOf(seq), channel, null, "t", new byte[0], "text/plain", Map.of(), "test:x", 0, null);
        return new QueuedEvent(seq, EventState.PENDING, 0, null, event, System.nanoTime(), null);
    }
}
