// SPDX-License-Identifier: Apache-2.0
package io.onceward.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/** Reads the registered gauges, as a server's metrics do. */
public class ShownGauges implements MetricsRecorder.Sink {

    private final Map<Metric, Map<String, DoubleSupplier>> shown = new EnumMap<>(Metric.class);

    /** Returns the current values, by label. */
    public synchronized Map<String, Double> of(Metric gauge) {
        Map<String, Double> values = new TreeMap<>();
        shown.getOrDefault(gauge, Map.of()).forEach((label, value) -> values.put(label, value.getAsDouble()));
        return values;
    }

    @Override
    public void count(Metric metric, String label, long times) {}

    @Override
    public void measure(Metric metric, String label, double value) {}

    @Override
    public synchronized void show(Metric gauge, String label, DoubleSupplier value) {
        if (shown.computeIfAbsent(gauge, g -> new TreeMap<>()).put(label, value) != null) {
            throw new IllegalStateException(label + " was there");
        }
    }

    @Override
    public synchronized void hide(Metric gauge, String label) {
        if (shown.get(gauge).remove(label) == null) {
            throw new IllegalStateException(label + " was not there");
        }
    }
}
