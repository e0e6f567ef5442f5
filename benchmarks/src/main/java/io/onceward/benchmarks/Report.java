// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import io.onceward.benchmarks.report.CsvFile;
import io.onceward.benchmarks.report.MarkdownTable;
import io.onceward.benchmarks.report.Measurements;
import io.onceward.benchmarks.report.PerformancePage;
import io.onceward.benchmarks.report.Plot;
import io.onceward.benchmarks.targets.TargetTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of a run, and what it prints. Each part is written as soon as it has been measured. */
final class Report {

    private final Path folder;
    private final PrintStream console;
    private final CsvFile csv;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, Measurements> all = new LinkedHashMap<>();

    Report(Path folder, PrintStream console) throws IOException {
        this.folder = folder;
        this.console = console;
        csv = new CsvFile(folder.resolve("figures.csv"));
    }

    CsvFile csv() {
        return csv;
    }

    void print(String more) {
        text.append(more);
        console.print(more);
    }

    void add(Measurements measurements) throws IOException {
        if (!measurements.isEmpty()) {
            all.put(measurements.metric(), measurements);
            print("\n" + new MarkdownTable(measurements) + "\n");
            new Plot(measurements).write(folder);
            Files.writeString(folder.resolve("tables.md"), text);
            Files.writeString(folder.resolve("targets.md"), new TargetTable(all).toString());
        }
    }

    /** @param page whose figures are replaced; {@code null} for none */
    void finish(Path page) throws IOException {
        console.print(new TargetTable(all));
        if (page != null) {
            new PerformancePage(page).write(text.toString(), folder, List.copyOf(all.keySet()));
        }
    }
}
