// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import io.onceward.benchmarks.contestants.Jta;
import io.onceward.benchmarks.environment.Postgres;
import io.onceward.benchmarks.report.CsvFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command for the comparison of Onceward with the client library of each broker. */
@Command(
        name = "broker-benchmark",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures Onceward beside the client library alone, with brokers that it starts itself. The ratios are"
                        + " those to the client.")
public final class BrokerBenchmark implements Callable<Integer> {

    private static final String CLIENT = "client";
    private static final String ONCEWARD = "onceward";

    /** The brokers. RabbitMQ and NATS must be installed. */
    enum Name {
        ARTEMIS,
        KAFKA,
        RABBITMQ,
        NATS
    }

    @Option(
            names = {"-b", "--brokers"},
            split = ",",
            description = "Brokers: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})",
            defaultValue = "artemis,kafka,rabbitmq,nats")
    private List<Name> brokers;

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
            description = "Threads of the client, and senders of Onceward (default: ${DEFAULT-VALUE})",
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
            names = "--warm-up",
            description = "Slices of each contestant that do not count (default: ${DEFAULT-VALUE})",
            defaultValue = "2")
    private int warmUp;

    @Option(
            names = "--kafka",
            description = "Folder of the Kafka broker, which was built (default: ${DEFAULT-VALUE})",
            defaultValue = "server-configs/kafka")
    private Path kafka;

    @Option(names = "--data", description = "Folder for the data of database and brokers (default: a temporary one)")
    private Path data;

    @Option(
            names = "--out",
            description = "Folder for brokers.csv and brokers.md (default: ${DEFAULT-VALUE})",
            defaultValue = "benchmark-results")
    private Path out;

    private BrokerBenchmark() {}

    public static void main(String[] arguments) {
        // Kafka's consumer warns at each look of BrokerRun at the ends of its partitions
        System.setProperty("org.slf4j.simpleLogger.log.org.apache.kafka", "error");
        System.exit(execute(arguments));
    }

    /** Returns the exit code. */
    static int execute(String... arguments) {
        return new CommandLine(new BrokerBenchmark())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments);
    }

    @Override
    public Integer call() throws Exception {
        Files.createDirectories(out);
        Path parent = data == null ? Path.of(System.getProperty("java.io.tmpdir")) : Files.createDirectories(data);
        Path own = Files.createTempDirectory(parent, "run");
        StringBuilder report = new StringBuilder();
        CsvFile csv = new CsvFile(out.resolve("brokers.csv"));
        try (Postgres postgres = Postgres.start(own, Postgres.DEFAULT_LOG)) {
            Jta jta = Jta.narayana(own);
            for (Name name : brokers) {
                try (MeasuredBroker broker = start(name, own)) {
                    measure(name.name().toLowerCase(Locale.ROOT), broker, postgres, jta, csv, report);
                }
            }
        } finally {
            delete(own);
        }
        Files.writeString(out.resolve("brokers.md"), report);
        return CommandLine.ExitCode.OK;
    }

    private MeasuredBroker start(Name name, Path folder) throws Exception {
        return switch (name) {
            case ARTEMIS -> new ArtemisMeasured(folder);
            case KAFKA -> new KafkaMeasured(folder, kafka);
            case RABBITMQ -> new RabbitMeasured(folder);
            case NATS -> new NatsMeasured(folder);
        };
    }

    private void measure(
            String name, MeasuredBroker broker, Postgres postgres, Jta jta, CsvFile csv, StringBuilder report)
            throws Exception {
        BrokerComparison comparison = new BrokerComparison(broker, postgres, csv, report, repetitions, warmUp, threads);
        comparison.print(broker.about() + ". " + events + " events of 300 bytes in batches of " + batch + ", " + threads
                + " threads; latency at " + rate + "/s. " + repetitions + " repetitions in turns.\n\n");
        Map<String, BrokerContestant> contestants = new LinkedHashMap<>();
        broker.renew();
        try (BrokerContestant client = new ClientAlone(broker, threads, batch);
                BrokerContestant onceward = new OncewardToBroker(broker, postgres.create(name), jta, threads, batch)) {
            contestants.put(CLIENT, client);
            contestants.put(ONCEWARD, onceward);
            comparison.measure("drain " + name, contestants, run -> run.drain(events));
            comparison.measure("latency " + name, contestants, run -> run.latency(rate, seconds));
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
