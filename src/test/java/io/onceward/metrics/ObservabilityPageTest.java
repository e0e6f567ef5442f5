// SPDX-License-Identifier: Apache-2.0
package io.onceward.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page and the dashboard name the metrics of the code, and the page their attributes in JMX. */
class ObservabilityPageTest {

    private static final Path DOCS = Path.of("../docs");

    /** The suffixes that Prometheus adds to a name. */
    private static final Pattern SUFFIX = Pattern.compile("_total$|_seconds$|(_seconds)?(_count|_sum|_max)$");

    @Test
    void pageNamesEachMetric() throws IOException {
        String page = Files.readString(DOCS.resolve("observability.md"));
        for (Metric metric : Metric.values()) {
            String kind =
                    switch (metric.kind()) {
                        case COUNTER -> "counter";
                        case DURATION, SIZE -> "histogram";
                        case GAUGE, AGE -> "gauge";
                    };
            assertThat(page)
                    .contains("| `" + metric.text() + "` | " + kind + " | " + metric.unit() + " | `"
                            + metric.label().text() + "` | " + attribute(metric) + " | " + metric.meaning() + " |");
        }
    }

    /** The attribute of the MBean, or for a gauge the MBean that has the backlog or the lanes; no MBean has a replication slot. */
    private static String attribute(Metric metric) {
        return metric.name().startsWith("CAPTURE") ? "–" : "`" + attributeOfMBean(metric) + "`";
    }

    private static String attributeOfMBean(Metric metric) {
        String name = metric.name();
        String getter = "get" + name.replace("_", "");
        return switch (metric.kind()) {
            case GAUGE, AGE ->
                metric.unit().equals("{lane}") || metric.unit().equals("{node}")
                        ? "Cluster"
                        : name.startsWith("OUTBOX") ? "Outbox" : "Inbox";
            case COUNTER, DURATION, SIZE ->
                Arrays.stream(MetricsMXBean.class.getMethods())
                        .map(Method::getName)
                        .filter(getter::equalsIgnoreCase)
                        .map(found -> found.substring("get".length()))
                        .findFirst()
                        .orElseThrow();
        };
    }

    @Test
    void dashboardShowsOnlyExistingMetrics() throws IOException {
        Set<String> shown = new TreeSet<>();
        Pattern name = Pattern.compile("(?:rate|increase|max by \\(\\w+\\) )\\((\\w+)[\\[)]");
        try (JsonReader reader = Json.createReader(Files.newBufferedReader(DOCS.resolve("grafana.json")))) {
            for (JsonObject panel : reader.readObject().getJsonArray("panels").getValuesAs(JsonObject.class)) {
                for (JsonObject target : panel.getJsonArray("targets").getValuesAs(JsonObject.class)) {
                    JsonString expression = target.getJsonString("expr");
                    name.matcher(expression.getString())
                            .results()
                            .map(found -> SUFFIX.matcher(found.group(1)).replaceFirst(""))
                            .forEach(shown::add);
                }
            }
        }
        Set<String> there = Arrays.stream(Metric.values())
                .map(metric -> metric.text().replace('.', '_'))
                .collect(Collectors.toSet());
        assertThat(shown).isNotEmpty().isSubsetOf(there);
    }
}
