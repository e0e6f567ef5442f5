// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.contestants.Jta;
import io.onceward.benchmarks.environment.Postgres;
import io.onceward.benchmarks.report.CsvFile;
import io.onceward.benchmarks.report.MarkdownTable;
import io.onceward.benchmarks.report.Measurements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command for the comparison of log-based capture with the relay, both to Kafka. */
@Command(
        name = "capture-benchmark",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures Debezium's engine beside the relay of Onceward, with a PostgreSQL and a Kafka that it starts"
                        + " itself. The ratios are those to the relay.")
public final class CaptureBenchmark implements Callable<Integer> {

    private static final int PARTS = 10;
    private static final double MIB = 1 << 20;

    @Option(
            names = {"-r", "--reps"},
            description = "Repetitions (default: ${DEFAULT-VALUE})",
            defaultValue = "5")
    private int repetitions;

    @Option(names = "--events", description = "Events to drain (default: ${DEFAULT-VALUE})", defaultValue = "50000")
    private int events;

    @Option(names = "--batch", description = "Events in a batch (default: ${DEFAULT-VALUE})", defaultValue = "500")
    private int batch;

    @Option(
            names = "--threads",
            description = "Threads that record, and senders of Onceward (default: ${DEFAULT-VALUE})",
            defaultValue = "4")
    private int threads;

    @Option(
            names = "--rate",
            description = "Events a second for latency (default: ${DEFAULT-VALUE})",
            defaultValue = "200")
    private int rate;

    @Option(
            names = "--seconds",
            description = "Length of a slice of latency (default: ${DEFAULT-VALUE})",
            defaultValue = "10")
    private double seconds;

    @Option(
            names = "--growth",
            description =
                    "Events, each with a transaction, after which the table is measured (default: ${DEFAULT-VALUE})",
            defaultValue = "1000000")
    private int growth;

    @Option(
            names = "--warm-up",
            description = "Slices of each contestant that do not count (default: ${DEFAULT-VALUE})",
            defaultValue = "2")
    private int warmUp;

    @Option(
            names = "--modules",
            description =
                    "Folder of the Kafka broker and of Debezium's engine, which were built (default: ${DEFAULT-VALUE})",
            defaultValue = "server-configs")
    private Path modules;

    @Option(
            names = "--connector",
            description = "Page with the connector (default: ${DEFAULT-VALUE})",
            defaultValue = "docs/cdc.md")
    private Path connector;

    @Option(names = "--data", description = "Folder for the data of database and broker (default: a temporary one)")
    private Path data;

    @Option(
            names = "--out",
            description = "Folder for capture.csv and capture.md (default: ${DEFAULT-VALUE})",
            defaultValue = "benchmark-results")
    private Path out;

    private CaptureBenchmark() {}

    public static void main(String[] arguments) {
        System.exit(execute(arguments));
    }

    /** Returns the exit code. */
    static int execute(String... arguments) {
        return new CommandLine(new CaptureBenchmark()).execute(arguments);
    }

    @Override
    public Integer call() throws Exception {
        Files.createDirectories(out);
        Path parent = data == null ? Path.of(System.getProperty("java.io.tmpdir")) : Files.createDirectories(data);
        Path own = Files.createTempDirectory(parent, "run");
        StringBuilder report = new StringBuilder();
        try (Postgres postgres = Postgres.start(own, Postgres.LOGICAL_LOG);
                KafkaMeasured kafka = new KafkaMeasured(own, modules.resolve("kafka"))) {
            kafka.renew();
            measure(postgres, kafka, Jta.narayana(own), own, report);
        } finally {
            delete(own);
        }
        Files.writeString(out.resolve("capture.md"), report);
        return CommandLine.ExitCode.OK;
    }

    private void measure(Postgres postgres, KafkaMeasured kafka, Jta jta, Path own, StringBuilder report)
            throws Exception {
        CsvFile csv = new CsvFile(out.resolve("capture.csv"));
        BrokerComparison comparison = new BrokerComparison(kafka, postgres, csv, report, repetitions, warmUp, threads);
        comparison.print(postgres.settings() + ". " + kafka.about() + ". " + events
                + " events of 300 bytes in transactions of " + batch + ", " + threads + " threads; latency at " + rate
                + "/s. " + repetitions + " repetitions in turns.\n\n");
        try (BrokerContestant relay = new OncewardToBroker(kafka, postgres.create("relay"), jta, threads, batch);
                CapturedToKafka capture = new CapturedToKafka(
                        kafka, postgres, jta, threads, batch, connector, modules.resolve("debezium"), own)) {
            Map<String, BrokerContestant> contestants = new LinkedHashMap<>();
            contestants.put("relay", relay);
            contestants.put("capture", capture);
            comparison.measure("drain", contestants, run -> run.drain(events));
            comparison.measure("latency", contestants, run -> run.latency(rate, seconds));
            comparison.print(new MarkdownTable(growth(kafka, capture, csv)) + "\n");
        }
    }

    /** The size of the table while the engine reads and the database vacuums as it does by default. */
    private Measurements growth(KafkaMeasured kafka, CapturedToKafka capture, CsvFile csv) throws Exception {
        Measurements measurements = new Measurements("growth");
        kafka.renew();
        capture.prepare(0);
        for (int part = 1; part <= PARTS; part++) {
            long start = System.nanoTime();
            record(growth / PARTS, capture);
            double lasted = (System.nanoTime() - start) / 1e9;
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("table MiB", capture.tableBytes() / MIB);
            figures.put("tx/s", growth / PARTS / lasted);
            String variant = Integer.toString(growth / PARTS * part);
            csv.add("growth", 1, "capture", variant, figures);
            measurements.add("capture", variant, figures);
        }
        capture.stop();
        return measurements;
    }

    /** Each event has a transaction. */
    private void record(int count, BrokerContestant contestant) throws Exception {
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int first = thread;
            FutureTask<Void> task = new FutureTask<>(() -> {
                for (int number = first; number < count; number += threads) {
                    contestant.produce(Event.of(number, threads));
                }
                return null;
            });
            tasks.add(task);
            new Thread(task, "producer").start();
        }
        for (FutureTask<Void> each : tasks) {
            each.get();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
