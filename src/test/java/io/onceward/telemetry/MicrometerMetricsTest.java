// SPDX-License-Identifier: Apache-2.0
package io.onceward.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.onceward.metrics.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Metrics that Prometheus gets from Micrometer. */
class MicrometerMetricsTest {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final MicrometerMetrics metrics = new MicrometerMetrics(registry);

    @Test
    void countersAndTimersHaveTheNamesOfTheDashboard() {
        metrics.count(Metric.SENT, "orders", 2);
        metrics.count(Metric.SENT, "orders", 3);
        metrics.measure(Metric.PUBLISH_LATENCY, "orders", 0.25);
        metrics.measure(Metric.BATCH_SIZE, "jdbc/db", 7);
        assertThat(scraped())
                .contains(
                        "messaging_client_sent_messages_total{onceward_channel=\"orders\"} 5.0",
                        "onceward_outbox_latency_seconds_count{onceward_channel=\"orders\"} 1",
                        "onceward_outbox_latency_seconds_sum{onceward_channel=\"orders\"} 0.25",
                        "onceward_relay_batch_size_sum{onceward_datasource=\"jdbc/db\"} 7.0");
    }

    @Test
    void gaugesAreReadWhenTheyAreCollectedAndDisappearWhenHidden() {
        double[] value = {1};
        metrics.show(Metric.OUTBOX_DUE, "orders", () -> value[0]);
        metrics.show(Metric.OUTBOX_LAG, "orders", () -> value[0]);
        value[0] = 2;
        assertThat(scraped())
                .contains(
                        "onceward_outbox_due{onceward_channel=\"orders\"} 2.0",
                        "onceward_outbox_lag_seconds{onceward_channel=\"orders\"} 2.0");
        metrics.hide(Metric.OUTBOX_DUE, "orders");
        metrics.hide(Metric.OUTBOX_LAG, "orders");
        assertThat(scraped()).noneMatch(line -> line.startsWith("onceward"));
        metrics.show(Metric.OUTBOX_DUE, "orders", () -> 3);
        assertThat(scraped()).contains("onceward_outbox_due{onceward_channel=\"orders\"} 3.0");
    }

    private List<String> scraped() {
        return registry.scrape().lines().toList();
    }
}
