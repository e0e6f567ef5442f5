// SPDX-License-Identifier: Apache-2.0
package io.onceward.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page, the dashboard and the alert rules name the metrics of the code, and the page their attributes in JMX. */
class ObservabilityPageTest {

    private static final Path DOCS = Path.of("../docs");

    /** A metric or a label of Onceward in Prometheus. */
    private static final Pattern NAME = Pattern.compile("\\b(?:onceward|messaging)_\\w+");

    /** A label, and the metric that is aggregated by it. */
    private static final Pattern AGGREGATED =
            Pattern.compile("(?:sum|max) by \\((\\w+)\\) \\((?:(?:rate|increase)\\()?(\\w+)[\\[)]");

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
    void dashboardShowsOnlyExistingMetricsByTheirLabels() throws IOException {
        List<String> expressions = new ArrayList<>();
        try (JsonReader reader = Json.createReader(Files.newBufferedReader(DOCS.resolve("grafana.json")))) {
            for (JsonObject panel : reader.readObject().getJsonArray("panels").getValuesAs(JsonObject.class)) {
                for (JsonObject target : panel.getJsonArray("targets").getValuesAs(JsonObject.class)) {
                    expressions.add(target.getString("expr"));
                }
            }
        }
        assertThat(expressions).isNotEmpty().allSatisfy(ObservabilityPageTest::verifyNames);
    }

    @Test
    void alertRulesUseOnlyExistingMetricsByTheirLabels() throws IOException {
        assertThat(rules()).isNotEmpty().allSatisfy(rule -> {
            verifyNames(rule.expression());
            Set<String> shown = Pattern.compile("\\$labels\\.(\\w+)")
                    .matcher(rule.text())
                    .results()
                    .map(found -> found.group(1))
                    .collect(Collectors.toSet());
            assertThat(shown).as("labels in the summary of %s", rule.name()).allMatch(rule.expression()::contains);
        });
        assertThat(rules()).extracting(Rule::name).doesNotHaveDuplicates();
    }

    @Test
    void eachAlertRuleLinksToAnEntryOfTheRunbook() throws IOException {
        Set<String> entries = Files.readAllLines(DOCS.resolve("runbook.md")).stream()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 -]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
        assertThat(rules()).allSatisfy(rule -> assertThat(rule.runbook())
                .as("runbook of %s", rule.name())
                .startsWith("docs/runbook.md#")
                .satisfies(link -> assertThat(entries).contains(link.substring(link.indexOf('#') + 1))));
    }

    /** An alert rule, as the text of its lines. */
    private record Rule(String name, String text) {

        /** The lines of the expression, which may be folded. */
        String expression() {
            return text.substring(text.indexOf("expr:"), text.indexOf("labels:"))
                    .replaceAll("for: \\w+", "");
        }

        String runbook() {
            return text.lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith("runbook: "))
                    .map(line -> line.substring("runbook: ".length()))
                    .findFirst()
                    .orElse("none");
        }
    }

    private static List<Rule> rules() throws IOException {
        return Arrays.stream(
                        Files.readString(DOCS.resolve("prometheus-alerts.yml")).split("(?m)^ +- alert: "))
                .skip(1)
                .map(rule -> new Rule(rule.lines().findFirst().orElseThrow(), rule))
                .toList();
    }

    /** Each name of ours in an expression is a metric, and is aggregated by its own label; a name that is no metric is such a label. */
    private static void verifyNames(String expression) {
        Map<String, String> labels = prometheusNames();
        List<String> names = NAME.matcher(expression)
                .results()
                .map(MatchResult::group)
                .filter(name -> !labels.containsValue(name))
                .toList();
        assertThat(names).as(expression).isNotEmpty();
        assertThat(labels.keySet()).as(expression).containsAll(names);
        List<MatchResult> aggregated = AGGREGATED.matcher(expression).results().toList();
        assertThat(aggregated).as(expression).hasSize(expression.contains("absent(") ? 0 : names.size());
        assertThat(aggregated).as(expression).allSatisfy(each -> assertThat(each.group(1))
                .isEqualTo(labels.get(each.group(2))));
    }

    /** The names of all metrics in Prometheus, with their labels. */
    private static Map<String, String> prometheusNames() {
        Map<String, String> names = new HashMap<>();
        for (Metric metric : Metric.values()) {
            String name = metric.text().replace('.', '_');
            List<String> suffixes =
                    switch (metric.kind()) {
                        case COUNTER -> List.of("_total");
                        case DURATION -> List.of("_seconds_count", "_seconds_sum", "_seconds_max");
                        case SIZE -> List.of("_count", "_sum", "_max");
                        case GAUGE -> List.of("");
                        case AGE -> List.of("_seconds");
                    };
            suffixes.forEach(
                    suffix -> names.put(name + suffix, metric.label().text().replace('.', '_')));
        }
        return names;
    }
}
