// SPDX-License-Identifier: Apache-2.0
package io.onceward.telemetry;

import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.DoubleHistogramBuilder;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleGauge;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/** OpenTelemetry, in the scope {@code io.onceward}. Thread-safe. */
public final class OpenTelemetryMetrics implements MetricsRecorder.Sink {

    private final Meter meter;
    private final Map<Metric, LongCounter> counters = new ConcurrentHashMap<>();
    private final Map<Metric, DoubleHistogram> histograms = new ConcurrentHashMap<>();
    private final Map<Metric, ObservableDoubleGauge> gauges = new ConcurrentHashMap<>();
    private final Map<Metric, Map<String, DoubleSupplier>> shown = new ConcurrentHashMap<>();

    public OpenTelemetryMetrics(OpenTelemetry telemetry) {
        this.meter = telemetry.getMeter("io.onceward");
    }

    @Override
    public void count(Metric metric, String label, long times) {
        counters.computeIfAbsent(metric, this::counter).add(times, attributes(metric, label));
    }

    @Override
    public void measure(Metric metric, String label, double value) {
        histograms.computeIfAbsent(metric, this::histogram).record(value, attributes(metric, label));
    }

    @Override
    public void show(Metric gauge, String label, DoubleSupplier value) {
        shown.computeIfAbsent(gauge, g -> new ConcurrentHashMap<>()).put(label, value);
        gauges.computeIfAbsent(gauge, this::gauge);
    }

    /** Without the last one nothing of the application is left with the server. */
    @Override
    public void hide(Metric gauge, String label) {
        Map<String, DoubleSupplier> left = shown.get(gauge);
        left.remove(label);
        if (left.isEmpty()) {
            gauges.remove(gauge).close();
        }
    }

    private static Attributes attributes(Metric metric, String label) {
        return Attributes.of(AttributeKey.stringKey(metric.label().text()), label);
    }

    private LongCounter counter(Metric metric) {
        return meter.counterBuilder(metric.text())
                .setUnit(metric.unit())
                .setDescription(metric.meaning())
                .build();
    }

    private DoubleHistogram histogram(Metric metric) {
        DoubleHistogramBuilder builder =
                meter.histogramBuilder(metric.text()).setUnit(metric.unit()).setDescription(metric.meaning());
        return advised(builder, metric).build();
    }

    private static DoubleHistogramBuilder advised(DoubleHistogramBuilder builder, Metric metric) {
        try {
            return builder.setExplicitBucketBoundariesAdvice(metric.kind().boundaries());
        } catch (NoSuchMethodError e) { // an API older than 1.32, of MicroProfile Telemetry 1
            return builder;
        }
    }

    private ObservableDoubleGauge gauge(Metric metric) {
        return meter.gaugeBuilder(metric.text())
                .setUnit(metric.unit())
                .setDescription(metric.meaning())
                .buildWithCallback(measurement -> shown.get(metric)
                        .forEach((label, value) -> measurement.record(value.getAsDouble(), attributes(metric, label))));
    }
}
