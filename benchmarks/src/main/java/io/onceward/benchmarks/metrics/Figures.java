// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.environment.ProcessorTime;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures of a slice by their names, the main one first. */
public final class Figures implements Serializable {

    private static final long serialVersionUID = 1;

    static final double MIB = 1 << 20;

    private final String variant;
    private final LinkedHashMap<String, Double> values = new LinkedHashMap<>();

    /** @param variant what was varied, such as a number of rows; empty if nothing was */
    Figures(String variant) {
        this.variant = variant;
    }

    public String variant() {
        return variant;
    }

    public Map<String, Double> values() {
        return Collections.unmodifiableMap(values);
    }

    /** Returns the same figures of a variant. */
    Figures as(String ofVariant) {
        Figures same = new Figures(ofVariant);
        same.values.putAll(values);
        return same;
    }

    public Figures add(String name, double value) {
        values.put(name, value);
        return this;
    }

    /** Adds the size of the reachable objects. */
    Figures addHeap() {
        System.gc();
        return add(
                "heap MiB",
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB);
    }

    /** Median and 99th percentile, in milliseconds. */
    Figures addPercentiles(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        add("p50 ms", percentile(sorted, 0.50));
        return add("p99 ms", percentile(sorted, 0.99));
    }

    private static double percentile(long[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) (sorted.length * share)] / 1e6;
    }

    /** Processor time per event, and how many cores others kept busy meanwhile. */
    Figures addProcessors(ProcessorTime used, long events, double seconds) {
        double perEvent = 1e6 / Math.max(1, events);
        add("CPU µs", used.parts() * perEvent);
        add("client µs", used.client() * perEvent);
        add("database µs", used.database() * perEvent);
        add("broker µs", used.broker() * perEvent);
        return add("others' cores", used.others() / seconds);
    }
}
