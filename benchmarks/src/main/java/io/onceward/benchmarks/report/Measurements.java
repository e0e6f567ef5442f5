// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** All slices of one metric: for each contestant and variant, and each figure, one value for each repetition. */
public final class Measurements {

    /** The key of a line in a table. */
    public record Line(String contestant, String variant) {

        @Override
        public String toString() {
            return variant.isEmpty() ? contestant : contestant + " " + variant;
        }
    }

    private final String metric;
    private final Map<Line, Map<String, List<Double>>> lines = new LinkedHashMap<>();

    public Measurements(String metric) {
        this.metric = metric;
    }

    public String metric() {
        return metric;
    }

    /** Adds what a slice gave; slices of one repetition belong together. */
    public void add(String contestant, String variant, Map<String, Double> figures) {
        Map<String, List<Double>> line =
                lines.computeIfAbsent(new Line(contestant, variant), l -> new LinkedHashMap<>());
        figures.forEach((figure, value) ->
                line.computeIfAbsent(figure, f -> new ArrayList<>()).add(value));
    }

    public boolean isEmpty() {
        return lines.isEmpty();
    }

    public Set<Line> lines() {
        return Collections.unmodifiableSet(lines.keySet());
    }

    /** The names of the figures, the main one first. */
    public Set<String> figures() {
        return lines.values().iterator().next().keySet();
    }

    public String mainFigure() {
        return figures().iterator().next();
    }

    /** One value for each repetition; none if that was not measured. */
    public List<Double> values(Line line, String figure) {
        return lines.getOrDefault(line, Map.of()).getOrDefault(figure, List.of());
    }

    public double median(Line line, String figure) {
        return median(values(line, figure));
    }

    /** The median of the ratios of the main figure, repetition by repetition, to the first contestant's same variant. */
    public double ratio(Line line) {
        Line first = lines.keySet().stream()
                .filter(l -> l.variant().equals(line.variant()))
                .findFirst()
                .orElseThrow();
        List<Double> own = values(line, mainFigure());
        List<Double> base = values(first, mainFigure());
        return median(IntStream.range(0, Math.min(own.size(), base.size()))
                .mapToObj(i -> own.get(i) / base.get(i))
                .toList());
    }

    /** The median of a figure in all slices of all contestants. */
    public double medianOfAll(String figure) {
        return median(lines.values().stream()
                .flatMap(line -> line.getOrDefault(figure, List.of()).stream())
                .toList());
    }

    public static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
