// SPDX-License-Identifier: Apache-2.0
package io.onceward.telemetry;

import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import org.eclipse.microprofile.metrics.Counter;
import org.eclipse.microprofile.metrics.Histogram;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricID;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.MetricUnits;
import org.eclipse.microprofile.metrics.Tag;
import org.eclipse.microprofile.metrics.Timer;

/** MicroProfile Metrics. Durations are timers, whose unit is said by the server. Thread-safe. */
public final class MicroProfileMetrics implements MetricsRecorder.Sink {

    private static final double NANOS = 1e9;

    private final MetricRegistry registry;
    private final Map<Series, Counter> counters = new ConcurrentHashMap<>();
    private final Map<Series, Timer> timers = new ConcurrentHashMap<>();
    private final Map<Series, Histogram> histograms = new ConcurrentHashMap<>();

    public MicroProfileMetrics(MetricRegistry registry) {
        this.registry = registry;
    }

    private record Series(Metric metric, String label) {

        Metadata metadata() {
            return Metadata.builder()
                    .withName(metric.text())
                    .withDescription(metric.meaning())
                    .withUnit(metric.unit().equals("s") ? MetricUnits.SECONDS : MetricUnits.NONE)
                    .build();
        }

        /** Dots are not allowed in it. */
        Tag tag() {
            return new Tag(metric.label().text().replace('.', '_'), label);
        }
    }

    @Override
    public void count(Metric metric, String label, long times) {
        counters.computeIfAbsent(new Series(metric, label), s -> registry.counter(s.metadata(), s.tag()))
                .inc(times);
    }

    @Override
    public void measure(Metric metric, String label, double value) {
        Series series = new Series(metric, label);
        if (metric.kind() == Metric.Kind.DURATION) {
            timers.computeIfAbsent(series, s -> registry.timer(s.metadata(), s.tag()))
                    .update(Duration.ofNanos((long) (value * NANOS)));
        } else {
            histograms
                    .computeIfAbsent(series, s -> registry.histogram(s.metadata(), s.tag()))
                    .update((long) value);
        }
    }

    @Override
    public void show(Metric gauge, String label, DoubleSupplier value) {
        Series series = new Series(gauge, label);
        registry.gauge(series.metadata(), value::getAsDouble, series.tag());
    }

    @Override
    public void hide(Metric gauge, String label) {
        registry.remove(new MetricID(gauge.text(), new Series(gauge, label).tag()));
    }
}
