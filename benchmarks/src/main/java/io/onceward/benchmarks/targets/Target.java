// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.targets;

import io.onceward.benchmarks.report.Measurements;
import io.onceward.benchmarks.report.Measurements.Line;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A row of the table: a figure of a contestant, beside the same figure of the best of others.
 *
 * @param row what it is called
 * @param part the measurements that it is from, as in the names of tables
 * @param figure the figure
 * @param less whether less is better
 * @param contestant whose figure
 * @param beside the contestants that it is divided by, the best one in each repetition; none for the figure itself
 * @param wanted the bound; {@link Double#NaN} if there is none
 * @param stretch a better one; {@link Double#NaN} if there is none
 */
record Target(
        String row,
        String part,
        String figure,
        boolean less,
        String contestant,
        List<String> beside,
        double wanted,
        double stretch) {

    /** Returns the value of each repetition for a contestant in place of the row's; none if something was not measured. */
    List<Double> values(Measurements measurements, String of) {
        List<Double> own = measured(measurements, of);
        List<List<Double>> others = measuredBeside(measurements).stream()
                .map(other -> measured(measurements, other))
                .toList();
        if (own.isEmpty() || others.isEmpty() != beside.isEmpty()) {
            return List.of();
        }
        return IntStream.range(0, own.size())
                .mapToObj(i -> others.isEmpty() ? own.get(i) : own.get(i) / best(others, i))
                .toList();
    }

    /** Returns those of the others that were measured. */
    List<String> measuredBeside(Measurements measurements) {
        return beside.stream()
                .filter(other -> !measured(measurements, other).isEmpty())
                .toList();
    }

    private List<Double> measured(Measurements measurements, String of) {
        return measurements.values(new Line(of, ""), figure);
    }

    private double best(List<List<Double>> all, int repetition) {
        var each = all.stream().mapToDouble(values -> values.get(repetition));
        return (less ? each.min() : each.max()).orElseThrow();
    }

    /** Returns the same row about the build of before: those of Onceward that it is divided by are of the same build. */
    Target before() {
        return new Target(
                row,
                part,
                figure,
                less,
                before(contestant),
                beside.stream()
                        .map(other -> other.equals("onceward") ? before(other) : other)
                        .toList(),
                wanted,
                stretch);
    }

    private static String before(String name) {
        return name.equals("onceward") ? "before" : "before-" + name;
    }

    /** Returns whether a value is as good as a bound. */
    boolean reaches(double value, double bound) {
        return less ? value <= bound : value >= bound;
    }
}
