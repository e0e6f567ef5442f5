// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.targets;

import java.util.ArrayList;
import java.util.List;

/** The rows of the table. */
final class Targets {

    private static final double NONE = Double.NaN;
    private static final String OURS = "onceward";
    private static final String BEFORE = "before";
    private static final String HAND = "hand-wake-500";
    private static final String HAND_JTA = "hand-wake-jta";

    private Targets() {}

    static List<Target> all() {
        List<Target> all = new ArrayList<>(List.of(
                more("drain, warm", "drain", "ev/s", OURS, HAND, 1.5, 1.8),
                more("drain, cold", "drain-cold", "ev/s", OURS, HAND, 1.3, 1.6),
                less("CPU an event in a drain, warm", "drain", "CPU µs", OURS, BEFORE, 0.65, 0.55),
                less("CPU an event in a drain, cold", "drain-cold", "CPU µs", OURS, BEFORE, NONE, NONE),
                less("database CPU an event in a drain", "drain", "database µs", OURS, HAND, 0.6, 0.45),
                latency("latency p50 at a rate, warm", "latency", "p50 ms", 0.95, 0.85),
                latency("latency p50 at a rate, cold", "latency-cold", "p50 ms", 1.2, 1.0),
                latency("latency p99 at a rate, warm", "latency", "p99 ms", NONE, NONE),
                latency("latency p99 at a rate, cold", "latency-cold", "p99 ms", NONE, NONE),
                less("CPU an event at a rate", "latency", "CPU µs", OURS, HAND_JTA, 1.05, 0.95),
                more("producer", "produce", "tx/s", OURS, HAND_JTA, 1.0, 1.05),
                more("end to end", "e2e", "ev/s", OURS, HAND_JTA, 1.1, 1.2),
                more("inbox inline", "inbox", "msg/s", "inbox-onceward", "inbox-hand", 1.0, NONE),
                new Target(
                        "stored inbox, received/s", "inbox", "msg/s", false, "inbox-stored", List.of(), 25_000, NONE),
                new Target(
                        "stored inbox, p50 ms to the handler",
                        "inbox-latency",
                        "p50 ms",
                        true,
                        "inbox-stored",
                        List.of(),
                        1.6,
                        NONE),
                less("two idle nodes, p50", "idle", "p50 ms", "onceward-two-nodes", OURS, 1.2, NONE),
                new Target(
                        "handler with a message that takes long, p50 of the others",
                        "long-message",
                        "beside ÷ alone",
                        true,
                        "inbox-stored",
                        List.of(),
                        1.2,
                        NONE),
                less("cold start with a backlog, ms to the last", "start-cold", "last ms", OURS, HAND, NONE, NONE)));
        for (String database : List.of("mysql", "mariadb", "h2")) {
            all.add(more("drain, " + database, "drain-" + database, "ev/s", OURS, BEFORE, 1.0, NONE));
            all.add(less(
                    "latency p50 at a rate, " + database, "latency-" + database, "p50 ms", OURS, BEFORE, 1.0, NONE));
            all.add(less(
                    "CPU an event at a rate, " + database, "latency-" + database, "CPU µs", OURS, BEFORE, 1.0, NONE));
            all.add(more("producer, " + database, "produce-" + database, "tx/s", OURS, BEFORE, 1.0, NONE));
        }
        return all;
    }

    private static Target more(
            String row, String part, String figure, String contestant, String beside, double wanted, double stretch) {
        return new Target(row, part, figure, false, contestant, List.of(beside), wanted, stretch);
    }

    private static Target less(
            String row, String part, String figure, String contestant, String beside, double wanted, double stretch) {
        return new Target(row, part, figure, true, contestant, List.of(beside), wanted, stretch);
    }

    private static Target latency(String row, String part, String figure, double wanted, double stretch) {
        return new Target(row, part, figure, true, OURS, List.of(HAND, "gruelbox"), wanted, stretch);
    }
}
