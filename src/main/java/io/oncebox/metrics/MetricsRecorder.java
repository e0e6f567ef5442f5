// SPDX-License-Identifier: Apache-2.0
package io.oncebox.metrics;

import io.oncebox.log.Log;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The figures of one engine since it was opened. Thread-safe; whoever counts waits for nobody. */
public final class MetricsRecorder {

    /** Most channels, or handlers, of a metric: the names come with rows that anybody may have written. */
    private static final int MAX_LABELS = 1000;

    /** What stands for all others. */
    static final String OTHERS = "(others)";

    private static final double NANOS = 1e9;

    private final Map<Metric, Map<String, LongAdder>> counters = new EnumMap<>(Metric.class);
    private final Map<Metric, Map<String, Histogram>> histograms = new EnumMap<>(Metric.class);
    private final Map<Metric, Map<String, Level>> levels = new EnumMap<>(Metric.class);
    private final List<Sink> sinks = new CopyOnWriteArrayList<>();

    public MetricsRecorder() {
        for (Metric metric : Metric.values()) {
            switch (metric.kind()) {
                case COUNTER -> counters.put(metric, new ConcurrentHashMap<>());
                case DURATION, SIZE -> histograms.put(metric, new ConcurrentHashMap<>());
                case GAUGE, AGE -> levels.put(metric, new HashMap<>());
            }
        }
    }

    /** The last known value of a gauge. */
    private static final class Level implements DoubleSupplier {

        private volatile double value;

        @Override
        public double getAsDouble() {
            return value;
        }
    }

    /** Somebody else who wants all values from now on. Thread-safe, and quick. */
    public interface Sink {

        /** Something happened so often. */
        void count(Metric metric, String label, long times);

        /** A value of a distribution. */
        void measure(Metric metric, String label, double value);

        /** There is a gauge, whose value is then asked for at any time; that is quick and never fails. */
        void show(Metric gauge, String label, DoubleSupplier value);

        /** A gauge is no more. */
        void hide(Metric gauge, String label);
    }

    /** Tells this one, too, until it fails. */
    public void tell(Sink sink) {
        sinks.add(sink);
    }

    /** Whether somebody wants to know. */
    public boolean told() {
        return !sinks.isEmpty();
    }

    /** Something happened so often. */
    public void count(Metric metric, String label, long times) {
        Map<String, LongAdder> series = counters.get(metric);
        String known = known(series, label);
        series.computeIfAbsent(known, l -> new LongAdder()).add(times);
        for (Sink sink : sinks) {
            tell(sink, () -> sink.count(metric, known, times));
        }
    }

    /** Something happened to each of these. */
    public <T> void count(Metric metric, Collection<T> things, Function<T, String> label) {
        Map<String, Long> times = new HashMap<>();
        things.forEach(thing -> times.merge(label.apply(thing), 1L, Long::sum));
        times.forEach((each, count) -> count(metric, each, count));
    }

    /** A value of a distribution, in the unit of the metric. */
    public void measure(Metric metric, String label, double value) {
        Map<String, Histogram> series = histograms.get(metric);
        String known = known(series, label);
        series.computeIfAbsent(known, l -> new Histogram(metric.kind().boundaries()))
                .add(value);
        for (Sink sink : sinks) {
            tell(sink, () -> sink.measure(metric, known, value));
        }
    }

    /** A duration that has passed since. */
    public void measureSince(Metric metric, String label, long nanoTime) {
        measure(metric, label, secondsSince(nanoTime));
    }

    /** How long ago that was, by {@link System#nanoTime()}. */
    public static double secondsSince(long nanoTime) {
        return (System.nanoTime() - nanoTime) / NANOS;
    }

    /** What these have now. Labels that none of them has are no more. */
    public <T> void show(Metric gauge, Collection<T> things, Function<T, String> label, ToDoubleFunction<T> value) {
        DoubleBinaryOperator together = gauge.kind() == Metric.Kind.AGE ? Math::max : Double::sum;
        Map<String, Double> now = new HashMap<>();
        things.forEach(thing ->
                now.merge(known(now, label.apply(thing)), value.applyAsDouble(thing), together::applyAsDouble));
        Map<String, Level> shown = levels.get(gauge);
        synchronized (shown) {
            now.forEach((each, current) -> show(gauge, each, shown).value = current);
            for (String gone : Set.copyOf(shown.keySet())) {
                if (!now.containsKey(gone)) {
                    shown.remove(gone);
                    sinks.forEach(sink -> tell(sink, () -> sink.hide(gauge, gone)));
                }
            }
        }
    }

    private Level show(Metric gauge, String label, Map<String, Level> shown) {
        return shown.computeIfAbsent(label, l -> {
            Level level = new Level();
            sinks.stream().filter(sinks::contains).forEach(sink -> tell(sink, () -> sink.show(gauge, label, level)));
            return level;
        });
    }

    private static String known(Map<String, ?> series, String label) {
        boolean possible = label != null && (series.size() < MAX_LABELS || series.containsKey(label));
        return possible ? label : OTHERS;
    }

    /** What was committed, or sent, must not fail because somebody who is told does. */
    private void tell(Sink sink, Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException | LinkageError e) {
            if (sinks.remove(sink)) {
                Log.metricsNotTaken(e);
                levels.forEach((gauge, shown) -> hideAll(sink, gauge, shown));
            }
        }
    }

    /** A server would keep the application in memory for the sake of what it is shown. */
    private static void hideAll(Sink sink, Metric gauge, Map<String, Level> shown) {
        synchronized (shown) {
            for (String label : Set.copyOf(shown.keySet())) {
                try {
                    sink.hide(gauge, label);
                } catch (RuntimeException | LinkageError e) {
                    // that it fails has been said
                }
            }
        }
    }

    /** The counts of a counter by label. */
    public Map<String, Long> counts(Metric metric) {
        Map<String, Long> counts = new TreeMap<>();
        counters.get(metric).forEach((label, adder) -> counts.put(label, adder.sum()));
        return counts;
    }

    /** How often a counter has counted, or a distribution got a value, over all labels. */
    public long total(Metric metric) {
        return metric.kind() == Metric.Kind.COUNTER
                ? counts(metric).values().stream().mapToLong(Long::longValue).sum()
                : distributions(metric).values().stream()
                        .mapToLong(Distribution::getCount)
                        .sum();
    }

    /** The distributions of another metric by label. */
    public Map<String, Distribution> distributions(Metric metric) {
        Map<String, Distribution> distributions = new TreeMap<>();
        histograms.get(metric).forEach((label, histogram) -> distributions.put(label, histogram.distribution()));
        return distributions;
    }
}
