// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import io.onceward.benchmarks.contestants.Contestant;
import io.onceward.benchmarks.contestants.Contestants;
import io.onceward.benchmarks.contestants.Jta;
import io.onceward.benchmarks.contestants.Stage;
import io.onceward.benchmarks.environment.Broker;
import io.onceward.benchmarks.environment.Postgres;
import io.onceward.benchmarks.metrics.Subject;
import io.onceward.benchmarks.report.CsvFile;
import io.onceward.benchmarks.report.MarkdownTable;
import io.onceward.benchmarks.report.Measurements;
import io.onceward.benchmarks.report.PerformancePage;
import io.onceward.benchmarks.report.Plot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command. */
@Command(
        name = "onceward-benchmarks",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures Onceward and others on a PostgreSQL and an Artemis that it starts itself. The first"
                + " contestant is the one that the others are compared with.")
public final class Benchmark implements Callable<Integer> {

    @Option(
            names = {"-m", "--metric"},
            split = ",",
            description = "What to measure: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})",
            defaultValue = "produce,drain,latency,e2e,inbox")
    private List<MetricName> metrics;

    @Option(
            names = {"-c", "--contestants"},
            split = ",",
            completionCandidates = Names.class,
            description = "Whom to measure: ${COMPLETION-CANDIDATES} (default: all)")
    private List<String> contestants = List.copyOf(Contestants.names());

    @Option(
            names = {"-r", "--reps"},
            description = "Repetitions (default: ${DEFAULT-VALUE})",
            defaultValue = "7")
    private int repetitions;

    @Mixin
    private Sizes sizes;

    @Option(
            names = {"-o", "--onceward"},
            description = "Configuration of Onceward, as KEY=VALUE; may be given several times")
    private Map<String, String> configuration = Map.of();

    @Option(
            names = "--wal-level",
            description =
                    "The log of PostgreSQL: replica, or logical as for log-based capture (default: ${DEFAULT-VALUE})",
            defaultValue = Postgres.DEFAULT_LOG)
    private String walLevel;

    @Option(
            names = "--data",
            description =
                    "Folder for the data of database and broker, on the disk that is to be measured; emptied at the"
                            + " end (default: a temporary one)")
    private Path data;

    @Option(
            names = "--out",
            description = "Folder for figures.csv, tables.md and a plot for each metric (default: ${DEFAULT-VALUE})",
            defaultValue = "benchmark-results")
    private Path out;

    @Option(names = "--page", description = "Page whose figures, between its markers, are replaced by this run's")
    private Path page;

    /** The names of the contestants, for the help. */
    private static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Names() {
            super(Contestants.names());
        }
    }

    private Benchmark() {}

    public static void main(String[] arguments) {
        System.setProperty("java.awt.headless", "true");
        System.exit(execute(arguments));
    }

    /** Returns the exit code. */
    static int execute(String... arguments) {
        return new CommandLine(new Benchmark())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments);
    }

    @Override
    public Integer call() throws Exception {
        for (String name : contestants) {
            if (!Contestants.names().contains(name)) {
                System.err.println("There is no " + name + "; there are " + String.join(", ", Contestants.names()));
                return CommandLine.ExitCode.USAGE;
            }
        }
        Files.createDirectories(out);
        Path folder = data == null ? Files.createTempDirectory("onceward-benchmarks") : Files.createDirectories(data);
        Path own = Files.createTempDirectory(folder, "run");
        try (Postgres postgres = Postgres.start(own, walLevel);
                Broker broker = Broker.start(own)) {
            List<String> plotted = new ArrayList<>();
            String report = measure(postgres, broker, Jta.narayana(own), plotted);
            Files.writeString(out.resolve("tables.md"), report);
            if (page != null) {
                new PerformancePage(page).write(report, out, plotted);
            }
        } finally {
            delete(data == null ? folder : own);
        }
        return CommandLine.ExitCode.OK;
    }

    private String measure(Postgres postgres, Broker broker, Jta jta, List<String> plotted) throws Exception {
        StringBuilder report = new StringBuilder();
        print(report, about(postgres, broker));
        List<Subject> subjects = new ArrayList<>();
        try {
            for (String name : contestants) {
                Stage stage =
                        new Stage(postgres.create(name.replace('-', '_')), broker, "benchmark." + name, configuration);
                Contestant contestant = Contestants.make(name, stage, jta);
                subjects.add(new Subject(name, contestant, stage, postgres));
                print(report, "- `" + name + "`: " + contestant.about() + "\n");
            }
            Run run = new Run(sizes, repetitions, new CsvFile(out.resolve("figures.csv")), System.err);
            for (MetricName metric : metrics) {
                Measurements measurements = run.measure(metric, subjects);
                if (!measurements.isEmpty()) {
                    print(report, "\n" + new MarkdownTable(measurements));
                    new Plot(measurements).write(out);
                    plotted.add(metric.toString());
                }
            }
        } finally {
            for (Subject subject : subjects) {
                subject.contestant().close();
            }
        }
        return report.toString();
    }

    private String about(Postgres postgres, Broker broker) throws Exception {
        return "Java " + System.getProperty("java.version") + ", "
                + Runtime.getRuntime().availableProcessors() + " cores. PostgreSQL: " + postgres.settings() + ". "
                + broker.about() + ". 300-byte events; " + repetitions + " repetitions in turns, " + sizes + ".\n\n";
    }

    private static void print(StringBuilder report, String text) {
        report.append(text);
        System.out.print(text);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
