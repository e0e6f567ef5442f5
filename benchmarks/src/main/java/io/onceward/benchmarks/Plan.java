// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import static io.onceward.benchmarks.MetricName.DRAIN;
import static io.onceward.benchmarks.MetricName.E2E;
import static io.onceward.benchmarks.MetricName.IDLE;
import static io.onceward.benchmarks.MetricName.INBOX;
import static io.onceward.benchmarks.MetricName.INBOX_LATENCY;
import static io.onceward.benchmarks.MetricName.LATENCY;
import static io.onceward.benchmarks.MetricName.LONG_MESSAGE;
import static io.onceward.benchmarks.MetricName.PRODUCE;
import static io.onceward.benchmarks.MetricName.START;
import static io.onceward.benchmarks.Temperature.COLD;
import static io.onceward.benchmarks.Temperature.WARM;

import io.onceward.benchmarks.environment.Product;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is measured.
 *
 * @param parts each with its contestants; the first one is the one that the others are compared with
 */
record Plan(Map<Part, List<String>> parts) {

    /** Each metric in each way on each database, with all contestants. */
    static Plan of(
            List<MetricName> metrics,
            List<Temperature> temperatures,
            List<Product> databases,
            List<String> contestants) {
        Map<Part, List<String>> parts = new LinkedHashMap<>();
        for (Product database : databases) {
            for (MetricName metric : metrics) {
                for (Temperature temperature : temperatures) {
                    parts.put(new Part(metric, temperature, database), contestants);
                }
            }
        }
        return new Plan(parts);
    }

    /** Whatever the table of targets needs on some databases, and the probes. */
    static Plan ofTargets(List<Product> databases) {
        Map<Part, List<String>> parts = new LinkedHashMap<>();
        List<String> drain = List.of(
                "hand-wake-500", "hand-wake-jta", "onceward", "before", "lease-ahead-x4", "lease-x1", "lease-memory-0");
        List<String> quiet = List.of(
                "hand-wake-500", "hand-wake-jta", "gruelbox", "onceward", "before", "lease-x1", "lease-memory-0");
        List<String> cold = List.of("hand-wake-500", "onceward", "before", "lease-ahead-x4");
        List<String> inbox =
                List.of("inbox-hand", "inbox-onceward", "before-inbox-onceward", "inbox-stored", "before-inbox-stored");
        Product postgres = Product.POSTGRESQL;
        parts.put(new Part(DRAIN, WARM, postgres), drain);
        parts.put(new Part(DRAIN, COLD, postgres), cold);
        parts.put(new Part(START, COLD, postgres), cold);
        parts.put(new Part(LATENCY, WARM, postgres), quiet);
        parts.put(new Part(LATENCY, COLD, postgres), quiet);
        parts.put(
                new Part(PRODUCE, WARM, postgres),
                List.of("hand-wake-jta", "hand-wake-500", "floor-jta", "onceward", "before"));
        parts.put(
                new Part(E2E, WARM, postgres),
                List.of(
                        "hand-wake-jta",
                        "hand-wake-500",
                        "gruelbox",
                        "onceward",
                        "before",
                        "lease-x1",
                        "lease-memory-0"));
        parts.put(new Part(INBOX, WARM, postgres), inbox);
        parts.put(new Part(INBOX_LATENCY, WARM, postgres), inbox);
        parts.put(
                new Part(IDLE, WARM, postgres),
                List.of("onceward", "onceward-two-nodes", "before", "before-onceward-two-nodes"));
        parts.put(new Part(LONG_MESSAGE, WARM, postgres), List.of("inbox-stored", "before-inbox-stored"));
        for (Product other : List.of(Product.MYSQL, Product.MARIADB, Product.H2)) {
            for (MetricName metric : List.of(DRAIN, LATENCY, PRODUCE)) {
                parts.put(new Part(metric, WARM, other), List.of("before", "onceward"));
            }
        }
        parts.keySet().removeIf(part -> !databases.contains(part.database()));
        return new Plan(parts);
    }

    Set<String> contestants() {
        return parts.values().stream().flatMap(List::stream).collect(Collectors.toSet());
    }

    List<Product> databases() {
        return parts.keySet().stream().map(Part::database).distinct().toList();
    }

    /** The part of this plan that is about one database. */
    Map<Part, List<String>> on(Product database) {
        Map<Part, List<String>> those = new LinkedHashMap<>(parts);
        those.keySet().removeIf(part -> part.database() != database);
        return those;
    }
}
