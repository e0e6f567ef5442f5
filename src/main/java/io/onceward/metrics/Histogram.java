// SPDX-License-Identifier: Apache-2.0
package io.onceward.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** The distribution of values over fixed buckets. Thread-safe. */
final class Histogram {

    private final double[] boundaries;
    private final LongAdder[] buckets;
    private final DoubleAdder sum = new DoubleAdder();
    private final DoubleAccumulator max = new DoubleAccumulator(Math::max, 0);

    Histogram(List<Double> boundaries) {
        this.boundaries = boundaries.stream().mapToDouble(Double::doubleValue).toArray();
        this.buckets =
                Stream.generate(LongAdder::new).limit(boundaries.size() + 1L).toArray(LongAdder[]::new);
    }

    void add(double value) {
        int bucket = 0;
        while (bucket < boundaries.length && value > boundaries[bucket]) {
            bucket++;
        }
        buckets[bucket].increment();
        sum.add(value);
        max.accumulate(value);
    }

    Distribution distribution() {
        long[] counts = Stream.of(buckets).mapToLong(LongAdder::sum).toArray();
        return new Distribution(
                Arrays.stream(counts).sum(),
                sum.sum(),
                max.get(),
                quantile(counts, 0.5),
                quantile(counts, 0.95),
                quantile(counts, 0.99));
    }

    private double quantile(long[] counts, double part) {
        long rank = (long) Math.ceil(part * Arrays.stream(counts).sum());
        long seen = 0;
        for (int i = 0; i < boundaries.length; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return Math.min(boundaries[i], max.get());
            }
        }
        return max.get();
    }
}
