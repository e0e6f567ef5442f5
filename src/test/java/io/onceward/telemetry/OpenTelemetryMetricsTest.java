// SPDX-License-Identifier: Apache-2.0
package io.onceward.telemetry;

import static io.opentelemetry.sdk.testing.assertj.OpenTelemetryAssertions.assertThat;
import static io.opentelemetry.sdk.testing.assertj.OpenTelemetryAssertions.equalTo;

import io.onceward.metrics.Metric;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Metrics that an exporter gets from OpenTelemetry's own implementation. */
class OpenTelemetryMetricsTest {

    private static final AttributeKey<String> CHANNEL = AttributeKey.stringKey("onceward.channel");

    private final InMemoryMetricReader reader = InMemoryMetricReader.create();
    private final SdkMeterProvider provider =
            SdkMeterProvider.builder().registerMetricReader(reader).build();
    private final OpenTelemetryMetrics metrics = new OpenTelemetryMetrics(
            OpenTelemetrySdk.builder().setMeterProvider(provider).build());

    @AfterEach
    void close() {
        provider.close();
    }

    @Test
    void countersAreSums() {
        metrics.count(Metric.SENT, "orders", 2);
        metrics.count(Metric.SENT, "orders", 3);
        assertThat(collected(Metric.SENT))
                .hasUnit("{message}")
                .hasDescription(Metric.SENT.meaning())
                .hasLongSumSatisfying(sum -> sum.isMonotonic().hasPointsSatisfying(point -> point.hasValue(5)
                        .hasAttributesSatisfyingExactly(equalTo(CHANNEL, "orders"))));
    }

    @Test
    void distributionsAreHistogramsWithOurBuckets() {
        metrics.measure(Metric.PUBLISH_LATENCY, "orders", 0.02);
        assertThat(collected(Metric.PUBLISH_LATENCY))
                .hasUnit("s")
                .hasHistogramSatisfying(histogram -> histogram.hasPointsSatisfying(point -> point.hasSum(0.02)
                        .hasCount(1)
                        .hasBucketBoundaries(Metric.Kind.DURATION.boundaries().stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray())));
    }

    @Test
    void gaugesAreReadWhenTheyAreCollectedAndDisappearWhenHidden() {
        double[] value = {1};
        metrics.show(Metric.OUTBOX_DUE, "orders", () -> value[0]);
        metrics.show(Metric.OUTBOX_DUE, "letters", () -> 7);
        value[0] = 2;
        metrics.hide(Metric.OUTBOX_DUE, "letters");
        assertThat(collected(Metric.OUTBOX_DUE))
                .hasUnit("{event}")
                .hasDoubleGaugeSatisfying(gauge -> gauge.hasPointsSatisfying(
                        point -> point.hasValue(2).hasAttributesSatisfyingExactly(equalTo(CHANNEL, "orders"))));
        metrics.hide(Metric.OUTBOX_DUE, "orders");
        assertThat(reader.collectAllMetrics()).isEmpty();
        metrics.show(Metric.OUTBOX_DUE, "orders", () -> 3);
        assertThat(collected(Metric.OUTBOX_DUE))
                .hasDoubleGaugeSatisfying(gauge -> gauge.hasPointsSatisfying(point -> point.hasValue(3)));
    }

    private MetricData collected(Metric metric) {
        return reader.collectAllMetrics().stream()
                .filter(data -> data.getName().equals(metric.text()))
                .findFirst()
                .orElseThrow();
    }
}
