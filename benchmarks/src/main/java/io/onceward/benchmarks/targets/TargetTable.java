// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.targets;

import io.onceward.benchmarks.report.MarkdownTable;
import io.onceward.benchmarks.report.Measurements;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a run says about each target: the median of the values within the repetitions, the smallest and the largest, and the same of the build of
 * before and of the probes. A row that the run did not measure is left out.
 *
 * @param all the measurements by their names
 */
public record TargetTable(Map<String, Measurements> all) {

    private static final List<String> PROBES = List.of("lease-ahead-x4", "lease-x1", "lease-memory-0");

    @Override
    public String toString() {
        List<String> rows =
                Targets.all().stream().map(this::row).flatMap(Optional::stream).toList();
        return rows.isEmpty()
                ? ""
                : line(Stream.of(
                                "target",
                                "beside",
                                "wanted",
                                "stretch",
                                "got (min … max)",
                                "reached",
                                "before",
                                "best probe",
                                "others' cores"))
                        + "|" + "---|".repeat(9) + "\n" + String.join("", rows);
    }

    private Optional<String> row(Target target) {
        Measurements measurements = all.get(target.part());
        if (measurements == null) {
            return Optional.empty();
        }
        List<Double> got = target.values(measurements, target.contestant());
        if (got.isEmpty()) {
            return Optional.empty();
        }
        double median = Measurements.median(got);
        return Optional.of(line(Stream.of(
                target.row(),
                String.join(" or ", target.measuredBeside(measurements)),
                bound(target, target.wanted()),
                bound(target, target.stretch()),
                range(got),
                reached(target, median),
                range(target.before().values(measurements, target.before().contestant())),
                probe(target, measurements),
                MarkdownTable.number(measurements.medianOfAll("others' cores")))));
    }

    private static String bound(Target target, double bound) {
        return Double.isNaN(bound) ? "" : (target.less() ? "≤ " : "≥ ") + MarkdownTable.number(bound);
    }

    private static String reached(Target target, double median) {
        if (Double.isNaN(target.wanted())) {
            return "";
        }
        if (target.reaches(median, target.stretch())) {
            return "stretch";
        }
        return target.reaches(median, target.wanted()) ? "yes" : "no";
    }

    private static String probe(Target target, Measurements measurements) {
        return PROBES.stream()
                .filter(probe -> !target.values(measurements, probe).isEmpty())
                .min((one, other) -> {
                    double first = Measurements.median(target.values(measurements, one));
                    double second = Measurements.median(target.values(measurements, other));
                    return target.less() ? Double.compare(first, second) : Double.compare(second, first);
                })
                .map(probe -> probe + " " + range(target.values(measurements, probe)))
                .orElse("");
    }

    private static String range(List<Double> values) {
        return values.isEmpty()
                ? ""
                : MarkdownTable.number(Measurements.median(values)) + " ("
                        + MarkdownTable.number(Collections.min(values)) + " … "
                        + MarkdownTable.number(Collections.max(values)) + ")";
    }

    private static String line(Stream<String> cells) {
        return cells.collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
