// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.report;

import io.onceward.benchmarks.report.Measurements.Line;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Medians and ratios as people read them. */
public record MarkdownTable(Measurements measurements) {

    @Override
    public String toString() {
        List<String> figures = new ArrayList<>(measurements.figures());
        List<String> head = new ArrayList<>(List.of(measurements.metric(), figures.get(0), "ratio", "min … max"));
        head.addAll(figures.subList(1, figures.size()));
        StringBuilder table = new StringBuilder(row(head))
                .append("|")
                .append("---|".repeat(head.size()))
                .append('\n');
        for (Line line : measurements.lines()) {
            table.append(row(cells(line, figures)));
        }
        return table.toString();
    }

    private List<String> cells(Line line, List<String> figures) {
        List<Double> main = measurements.values(line, figures.get(0));
        List<String> cells = new ArrayList<>(List.of(
                line.toString(),
                number(measurements.median(line, figures.get(0))),
                String.format(Locale.ROOT, "%.2f", measurements.ratio(line)),
                number(Collections.min(main)) + " … " + number(Collections.max(main))));
        for (String figure : figures.subList(1, figures.size())) {
            cells.add(number(measurements.median(line, figure)));
        }
        return cells;
    }

    private static String row(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** Three digits or more, as many as mean something. */
    public static String number(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        double size = Math.abs(value);
        String format = size >= 100 || value == 0 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }
}
