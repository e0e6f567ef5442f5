// SPDX-License-Identifier: Apache-2.0
package io.onceward.table;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamException;

/** Prints how long the tests of a build took: each module, and the slowest test classes. */
public final class Durations {

    private static final int SLOWEST = 10;

    private Durations() {}

    /**
     * Runs at the end of a build.
     *
     * @param arguments the folder of the project, and when the build began
     */
    public static void main(String[] arguments) throws IOException, XMLStreamException {
        lines(TestReport.all(Path.of(arguments[0]), Instant.parse(arguments[1])))
                .forEach(System.out::println);
    }

    static List<String> lines(List<TestReport> reports) {
        List<String> lines = new ArrayList<>();
        lines.add("Time of the tests by module; modules, and the processes of a module, run side by side:");
        Map<String, List<TestReport>> modules = reports.stream().collect(Collectors.groupingBy(TestReport::module));
        modules.entrySet().stream()
                .map(module -> total(module.getKey(), module.getValue()))
                .sorted(Comparator.comparing(TestReport::time).reversed())
                .forEach(module -> lines.add(line(module.time(), module.tests() + " tests", module.module())));
        lines.add("Slowest test classes:");
        reports.stream()
                .sorted(Comparator.comparing(TestReport::time).reversed())
                .limit(SLOWEST)
                .forEach(report -> lines.add(line(report.time(), report.testClass(), report.module())));
        return lines;
    }

    private static TestReport total(String module, List<TestReport> reports) {
        return new TestReport(
                module,
                "",
                reports.stream().mapToInt(TestReport::tests).sum(),
                reports.stream().map(TestReport::time).reduce(Duration.ZERO, Duration::plus));
    }

    private static String line(Duration time, String what, String module) {
        return String.format(Locale.ROOT, "%4d:%02d  %-32s %s", time.toMinutes(), time.toSecondsPart(), what, module);
    }
}
