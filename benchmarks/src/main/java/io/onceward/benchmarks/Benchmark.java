// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import io.onceward.benchmarks.contestants.Contestants;
import io.onceward.benchmarks.environment.Broker;
import io.onceward.benchmarks.environment.BrokerServer;
import io.onceward.benchmarks.environment.Postgres;
import io.onceward.benchmarks.environment.Product;
import io.onceward.benchmarks.environment.Server;
import io.onceward.benchmarks.worker.ClassPath;
import io.onceward.benchmarks.worker.Contender;
import io.onceward.benchmarks.worker.Requests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
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
        description =
                "Measures Onceward and others, each in its own JVM, on a database and an Artemis that it starts itself. The"
                        + " first contestant is the one that the others are compared with.")
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
            names = "--jvm",
            split = ",",
            description =
                    "warm: warmed up, and kept for all slices; cold: new in each slice (default: ${DEFAULT-VALUE})",
            defaultValue = "warm")
    private List<Temperature> temperatures;

    @Option(
            names = "--database",
            split = ",",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})",
            defaultValue = "postgresql")
    private List<Product> databases;

    @Option(
            names = "--targets",
            description =
                    "Measure all rows of the table of targets on these databases, instead of --metric, --contestants and --jvm")
    private boolean targets;

    @Option(
            names = "--before",
            description = "Folder with the JARs of an earlier build, for the contestants before and before-NAME")
    private Path before;

    @Option(
            names = {"-r", "--reps"},
            description = "Repetitions (default: ${DEFAULT-VALUE})",
            defaultValue = "5")
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
            description =
                    "Folder for figures.csv, tables.md, targets.md and a plot for each metric (default: ${DEFAULT-VALUE})",
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
        Plan plan = targets ? Plan.ofTargets(databases) : Plan.of(metrics, temperatures, databases, contestants);
        for (String name : plan.contestants()) {
            if (!Contender.isKnown(name)) {
                System.err.println("There is no " + name + "; there are " + String.join(", ", Contestants.names()));
                return CommandLine.ExitCode.USAGE;
            }
            if (Contender.isBefore(name) && before == null) {
                System.err.println("--before does not say where the JARs of " + name + " are");
                return CommandLine.ExitCode.USAGE;
            }
        }
        Files.createDirectories(out);
        Path folder = data == null ? Files.createTempDirectory("onceward-benchmarks") : Files.createDirectories(data);
        Path own = Files.createTempDirectory(folder.toAbsolutePath(), "run");
        Report report = new Report(out, System.out);
        try (BrokerServer broker = BrokerServer.start(own)) {
            report.print("Java " + System.getProperty("java.version") + ", "
                    + Runtime.getRuntime().availableProcessors() + " cores. "
                    + broker.broker().about() + ". 300-byte events; " + repetitions + " repetitions in turns, " + sizes
                    + ".\n\n");
            for (Product database : plan.databases()) {
                try (Server server = database.start(own, walLevel)) {
                    measure(plan.on(database), server, broker.broker().address(), own, report);
                }
            }
            report.finish(page);
        } finally {
            delete(data == null ? folder : own);
        }
        return CommandLine.ExitCode.OK;
    }

    private void measure(Map<Part, List<String>> parts, Server server, Broker.Address broker, Path own, Report report)
            throws Exception {
        report.print(server.settings() + ".\n\n");
        Map<String, Contender> contenders = new LinkedHashMap<>();
        try {
            for (List<String> names : parts.values()) {
                for (String name : names) {
                    if (!contenders.containsKey(name)) {
                        Contender contender = new Contender(
                                name,
                                classPath(name),
                                server.create(name.replace('-', '_')),
                                broker,
                                configuration,
                                own);
                        contenders.put(name, contender);
                        report.print("- `" + name + "`: " + contender.kept().ask(new Requests.About()) + "\n");
                    }
                }
            }
            Run run = new Run(sizes, repetitions, report.csv(), System.err);
            for (Map.Entry<Part, List<String>> part : parts.entrySet()) {
                report.add(run.measure(
                        part.getKey(),
                        part.getValue().stream().map(contenders::get).toList()));
            }
        } finally {
            for (Contender contender : contenders.values()) {
                contender.close();
            }
        }
    }

    private ClassPath classPath(String name) throws IOException {
        return Contender.isBefore(name) ? ClassPath.own().with(before) : ClassPath.own();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
