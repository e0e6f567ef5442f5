// SPDX-License-Identifier: Apache-2.0
package io.onceward.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MetricsRecorderTest {

    private final MetricsRecorder metrics = new MetricsRecorder();

    @Test
    void nothingIsLostAmongThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 4; i++) {
            threads.execute(() -> {
                for (int n = 0; n < 10_000; n++) {
                    metrics.count(Metric.SENT, "orders", 2);
                    metrics.measure(Metric.SEND_DURATION, "jdbc/db", 0.5);
                }
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(metrics.counts(Metric.SENT)).isEqualTo(Map.of("orders", 80_000L));
        Distribution durations = metrics.distributions(Metric.SEND_DURATION).get("jdbc/db");
        assertThat(durations.getCount()).isEqualTo(40_000);
        assertThat(durations.getSum()).isEqualTo(20_000);
    }

    @Test
    void percentilesAreTheBoundsOfTheirBuckets() {
        for (int i = 1; i <= 100; i++) {
            metrics.measure(Metric.BATCH_SIZE, "jdbc/db", i);
        }
        Distribution sizes = metrics.distributions(Metric.BATCH_SIZE).get("jdbc/db");
        assertThat(sizes.getMedian()).isEqualTo(50);
        assertThat(sizes.getPercentile95()).isEqualTo(100);
        assertThat(sizes.getMax()).isEqualTo(100);
    }

    @Test
    void totalsAreOverAllLabels() {
        metrics.count(Metric.SENT, "orders", 2);
        metrics.count(Metric.SENT, "invoices", 3);
        metrics.measure(Metric.PROCESS_DURATION, "billing", 0.5);
        metrics.measure(Metric.PROCESS_DURATION, "billing", 0.5);
        metrics.measure(Metric.PROCESS_DURATION, "warehouse", 70);
        assertThat(metrics.total(Metric.SENT)).isEqualTo(5);
        assertThat(metrics.total(Metric.PROCESS_DURATION)).isEqualTo(3);
        assertThat(metrics.total(Metric.RECORDED)).isZero();
    }

    @Test
    void namesAreBounded() {
        for (int i = 0; i < 2000; i++) {
            metrics.count(Metric.SENT, "channel " + i, 1);
        }
        metrics.count(Metric.SENT, "channel 0", 1);
        metrics.count(Metric.SENT, null, 1);
        Map<String, Long> counts = metrics.counts(Metric.SENT);
        assertThat(counts).hasSize(1001).containsEntry("channel 0", 2L).containsEntry(MetricsRecorder.OTHERS, 1001L);
    }

    @Test
    void failingSinkIsRemovedAndDoesNotAffectOthers() {
        List<String> counted = new ArrayList<>();
        metrics.addSink(new MetricsRecorder.Sink() {
            @Override
            public void count(Metric metric, String label, long times) {
                counted.add(label);
                throw new IllegalStateException("full");
            }

            @Override
            public void measure(Metric metric, String label, double value) {
                counted.add(label);
            }

            @Override
            public void show(Metric gauge, String label, DoubleSupplier value) {
                counted.add(label);
            }

            @Override
            public void hide(Metric gauge, String label) {
                counted.add(label);
            }
        });
        metrics.count(Metric.SENT, "orders", 1);
        metrics.count(Metric.SENT, "orders", 1);
        metrics.measure(Metric.BATCH_SIZE, "jdbc/db", 1);
        assertThat(counted).containsExactly("orders");
        assertThat(metrics.failuresBefore(Duration.ofMinutes(1))).isEmpty();
        assertThat(metrics.failuresBefore(Duration.ZERO))
                .singleElement()
                .hasToString("java.lang.IllegalStateException: full");
        assertThat(metrics.failuresBefore(Duration.ZERO)).isEmpty();
        assertThat(metrics.counts(Metric.SENT)).isEqualTo(Map.of("orders", 2L));
    }

    /** A server that keeps a gauge keeps the application in memory. */
    @Test
    void removedSinkGetsNoGauges() {
        ShownGauges gauges = new ShownGauges() {
            @Override
            public void count(Metric metric, String label, long times) {
                throw new IllegalStateException("full");
            }
        };
        metrics.addSink(gauges);
        show(Metric.OUTBOX_DUE, Map.of("orders", 1.0));
        metrics.count(Metric.SENT, "orders", 1);
        assertThat(gauges.of(Metric.OUTBOX_DUE)).isEmpty();
        show(Metric.OUTBOX_DUE, Map.of("orders", 1.0, "letters", 2.0));
        assertThat(gauges.of(Metric.OUTBOX_DUE)).isEmpty();
    }

    @Test
    void gaugesAppearChangeAndDisappear() {
        ShownGauges gauges = new ShownGauges();
        metrics.addSink(gauges);
        show(Metric.OUTBOX_DUE, Map.of("orders", 1.0, "letters", 2.0));
        assertThat(gauges.of(Metric.OUTBOX_DUE)).isEqualTo(Map.of("orders", 1.0, "letters", 2.0));
        show(Metric.OUTBOX_DUE, Map.of("orders", 3.0));
        assertThat(gauges.of(Metric.OUTBOX_DUE)).isEqualTo(Map.of("orders", 3.0));
        show(Metric.OUTBOX_DUE, Map.of());
        assertThat(gauges.of(Metric.OUTBOX_DUE)).isEmpty();
    }

    @Test
    void numbersOfSeveralDatasourcesAreAddedAndTheOldestAgeCounts() {
        ShownGauges gauges = new ShownGauges();
        metrics.addSink(gauges);
        metrics.show(Metric.OUTBOX_DUE, List.of(2.0, 3.0), value -> "orders", value -> value);
        metrics.show(Metric.OUTBOX_LAG, List.of(2.0, 3.0), value -> "orders", value -> value);
        assertThat(gauges.of(Metric.OUTBOX_DUE)).isEqualTo(Map.of("orders", 5.0));
        assertThat(gauges.of(Metric.OUTBOX_LAG)).isEqualTo(Map.of("orders", 3.0));
    }

    @Test
    void gaugesAreBounded() {
        ShownGauges gauges = new ShownGauges();
        metrics.addSink(gauges);
        List<Integer> channels = IntStream.range(0, 2000).boxed().toList();
        metrics.show(Metric.OUTBOX_DUE, channels, channel -> "channel " + channel, channel -> 1);
        assertThat(gauges.of(Metric.OUTBOX_DUE)).hasSize(1001).containsEntry(MetricsRecorder.OTHERS, 1000.0);
    }

    private void show(Metric gauge, Map<String, Double> values) {
        metrics.show(gauge, values.entrySet(), Map.Entry::getKey, Map.Entry::getValue);
    }
}
