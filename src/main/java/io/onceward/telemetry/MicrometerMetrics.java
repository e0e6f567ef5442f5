// SPDX-License-Identifier: Apache-2.0
package io.onceward.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/**
 * Micrometer. By the registry's own methods and not by builders: what builders make, WildFly keeps to itself. Thread-safe.
 */
public final class MicrometerMetrics implements MetricsRecorder.Sink {

    private static final double NANOS = 1e9;

    private final MeterRegistry registry;
    private final Map<Series, Counter> counters = new ConcurrentHashMap<>();
    private final Map<Series, Timer> timers = new ConcurrentHashMap<>();
    private final Map<Series, DistributionSummary> summaries = new ConcurrentHashMap<>();

    public MicrometerMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    private record Series(Metric metric, String label) {

        String name() {
            return metric.text();
        }

        List<Tag> tags() {
            return List.of(Tag.of(metric.label().text(), label));
        }
    }

    @Override
    public void count(Metric metric, String label, long times) {
        counters.computeIfAbsent(new Series(metric, label), s -> registry.counter(s.name(), s.tags()))
                .increment(times);
    }

    @Override
    public void measure(Metric metric, String label, double value) {
        Series series = new Series(metric, label);
        if (metric.kind() == Metric.Kind.DURATION) {
            timers.computeIfAbsent(series, s -> registry.timer(s.name(), s.tags()))
                    .record((long) (value * NANOS), TimeUnit.NANOSECONDS);
        } else {
            summaries
                    .computeIfAbsent(series, s -> registry.summary(s.name(), s.tags()))
                    .record(value);
        }
    }

    /** The registry holds the value weakly: it is there until it is hidden. */
    @Override
    public void show(Metric gauge, String label, DoubleSupplier value) {
        Series series = new Series(gauge, label);
        if (gauge.kind() == Metric.Kind.AGE) {
            registry.more()
                    .timeGauge(series.name(), series.tags(), value, TimeUnit.SECONDS, DoubleSupplier::getAsDouble);
        } else {
            registry.gauge(series.name(), series.tags(), value, DoubleSupplier::getAsDouble);
        }
    }

    @Override
    public void hide(Metric gauge, String label) {
        Series series = new Series(gauge, label);
        Meter shown = registry.find(series.name()).tags(series.tags()).meter();
        if (shown != null) {
            registry.remove(shown);
        }
    }
}
