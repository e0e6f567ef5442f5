// SPDX-License-Identifier: Apache-2.0
package io.onceward.metrics;

import java.time.Duration;
import java.util.ArrayList;
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

/** The metrics of one engine since it was opened. Thread-safe; recording never blocks. */
public final class MetricsRecorder {

    /** Maximum of channels, or handlers, of a metric: rows of other writers may contain any name. */
    private static final int MAX_LABELS = 1000;

    /** The label of all further channels or handlers. */
    static final String OTHERS = "(others)";

    private static final double NANOS = 1e9;

    private final Map<Metric, Map<String, LongAdder>> counters = new EnumMap<>(Metric.class);
    private final Map<Metric, Map<String, Histogram>> histograms = new EnumMap<>(Metric.class);
    private final Map<Metric, Map<String, Level>> levels = new EnumMap<>(Metric.class);
    private final List<Sink> sinks = new CopyOnWriteArrayList<>();
    private final List<Failure> failures = new CopyOnWriteArrayList<>();

    public MetricsRecorder() {
        for (Metric metric : Metric.values()) {
            if (metric.kind() == Metric.Kind.COUNTER) {
                counters.put(metric, new ConcurrentHashMap<>());
            } else if (metric.kind().boundaries().isEmpty()) {
                levels.put(metric, new HashMap<>());
            } else {
                histograms.put(metric, new ConcurrentHashMap<>());
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

    /** What a sink has thrown, and when by {@link System#nanoTime()}. */
    private record Failure(Throwable cause, long nanoTime) {}

    /** A metrics system that receives all values. Implementations are thread-safe and do not block. */
    public interface Sink {

        /** Adds to a counter. */
        void count(Metric metric, String label, long times);

        /** Adds a value to a distribution. */
        void measure(Metric metric, String label, double value);

        /** Adds a gauge. Its value may be read at any time, does not block and does not fail. */
        void show(Metric gauge, String label, DoubleSupplier value);

        /** Removes a gauge. */
        void hide(Metric gauge, String label);
    }

    /** Adds a sink. One that throws is removed. */
    public void addSink(Sink sink) {
        sinks.add(sink);
    }

    /** Returns whether there is a sink. */
    public boolean hasSinks() {
        return !sinks.isEmpty();
    }

    /** Adds to a counter. */
    public void count(Metric metric, String label, long times) {
        Map<String, LongAdder> series = counters.get(metric);
        String known = known(series, label);
        series.computeIfAbsent(known, l -> new LongAdder()).add(times);
        for (Sink sink : sinks) {
            call(sink, () -> sink.count(metric, known, times));
        }
    }

    /** Adds one to a counter for each of these. */
    public <T> void count(Metric metric, Collection<T> things, Function<T, String> label) {
        Map<String, Long> times = new HashMap<>();
        things.forEach(thing -> times.merge(label.apply(thing), 1L, Long::sum));
        times.forEach((each, count) -> count(metric, each, count));
    }

    /** Adds a value to a distribution, in the unit of the metric. */
    public void measure(Metric metric, String label, double value) {
        Map<String, Histogram> series = histograms.get(metric);
        String known = known(series, label);
        series.computeIfAbsent(known, l -> new Histogram(metric.kind().boundaries()))
                .add(value);
        for (Sink sink : sinks) {
            call(sink, () -> sink.measure(metric, known, value));
        }
    }

    /** Adds the duration since then to a distribution. */
    public void measureSince(Metric metric, String label, long nanoTime) {
        measure(metric, label, secondsSince(nanoTime));
    }

    /** Returns the seconds since then, by {@link System#nanoTime()}. */
    public static double secondsSince(long nanoTime) {
        return (System.nanoTime() - nanoTime) / NANOS;
    }

    /** Sets the values of a gauge, and removes the labels that none of these has. */
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
                    sinks.forEach(sink -> call(sink, () -> sink.hide(gauge, gone)));
                }
            }
        }
    }

    private Level show(Metric gauge, String label, Map<String, Level> shown) {
        return shown.computeIfAbsent(label, l -> {
            Level level = new Level();
            sinks.stream().filter(sinks::contains).forEach(sink -> call(sink, () -> sink.show(gauge, label, level)));
            return level;
        });
    }

    private static String known(Map<String, ?> series, String label) {
        boolean possible = label != null && (series.size() < MAX_LABELS || series.containsKey(label));
        return possible ? label : OTHERS;
    }

    /** Calls a sink. A failing one must not fail events that were committed or published, so it is removed. */
    private void call(Sink sink, Runnable report) {
        try {
            report.run();
        } catch (RuntimeException | LinkageError e) {
            if (sinks.remove(sink)) {
                failures.add(new Failure(e, System.nanoTime()));
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
                    // the first failure is reported
                }
            }
        }
    }

    /** Returns what sinks have thrown at least this long ago, each once. */
    public List<Throwable> failuresBefore(Duration age) {
        List<Throwable> causes = new ArrayList<>();
        for (Failure failure : failures) {
            if (System.nanoTime() - failure.nanoTime() >= age.toNanos() && failures.remove(failure)) {
                causes.add(failure.cause());
            }
        }
        return causes;
    }

    /** The counts of a counter by label. */
    public Map<String, Long> counts(Metric metric) {
        Map<String, Long> counts = new TreeMap<>();
        counters.get(metric).forEach((label, adder) -> counts.put(label, adder.sum()));
        return counts;
    }

    /** Returns the sum of a counter, or the number of values of a distribution, over all labels. */
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
