// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import io.onceward.benchmarks.metrics.Consume;
import io.onceward.benchmarks.metrics.ConsumeLatency;
import io.onceward.benchmarks.metrics.Drain;
import io.onceward.benchmarks.metrics.EndToEnd;
import io.onceward.benchmarks.metrics.Latency;
import io.onceward.benchmarks.metrics.Metric;
import io.onceward.benchmarks.metrics.Overview;
import io.onceward.benchmarks.metrics.Produce;
import io.onceward.benchmarks.metrics.Steady;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** The sizes of a measurement: durations, numbers, repetitions. */
final class Sizes {

    private static final int STEADY_PARTS = 10;
    private static final int GROWTH_SLICES = 10;
    private static final int LOOKS = 100;

    /** How many times more events a second than measured the warm-up of a latency has. */
    private static final int FASTER = 5;

    @Option(names = "--threads", description = "Producers (default: ${DEFAULT-VALUE})", defaultValue = "8")
    private int threads;

    @Option(
            names = "--seconds",
            description = "Length of a slice of produce, latency, inbox-latency and e2e (default: ${DEFAULT-VALUE})",
            defaultValue = "5")
    private double seconds;

    @Option(
            names = "--rate",
            description = "Events a second for latency and inbox-latency (default: ${DEFAULT-VALUE})",
            defaultValue = "200")
    private int rate;

    @Option(names = "--backlog", description = "Events to drain (default: ${DEFAULT-VALUE})", defaultValue = "50000")
    private long backlog;

    @Option(
            names = "--growth",
            split = ",",
            description = "Pending events for growth and overview (default: ${DEFAULT-VALUE})",
            defaultValue = "10000,100000,1000000,5000000")
    private List<Long> growth;

    @Option(
            names = "--steady-rate",
            description = "Events a second for steady (default: ${DEFAULT-VALUE})",
            defaultValue = "500")
    private int steadyRate;

    @Option(
            names = "--steady",
            description = "Length of steady, as an ISO-8601 duration (default: ${DEFAULT-VALUE})",
            defaultValue = "PT30M")
    private Duration steady;

    @Option(
            names = "--messages",
            description = "Messages for inbox (default: ${DEFAULT-VALUE})",
            defaultValue = "10000")
    private int messages;

    @Option(
            names = "--doubled",
            description = "Share of messages that are sent twice, for inbox (default: ${DEFAULT-VALUE})",
            defaultValue = "0")
    private double doubled;

    @Option(
            names = "--warm-up",
            description =
                    "Seconds of a round of work before anything counts, for each contestant; drain and inbox warm up"
                            + " with as many thousand events. Rounds are repeated until the JVM has compiled nearly everything"
                            + " (default: ${DEFAULT-VALUE})",
            defaultValue = "8")
    private double warmUp;

    @Option(
            names = "--patience",
            description = "Seconds until a slice that does not end is given up (default: ${DEFAULT-VALUE})",
            defaultValue = "120")
    private long patience;

    Metric measured(MetricName name) {
        return metric(name, seconds, backlog, growth, messages, steady, rate);
    }

    Metric warmUp(MetricName name) {
        int events = (int) Math.max(1000, warmUp * 1000);
        int faster = rate * FASTER; // so that the code is run often enough for the JVM to compile it
        return metric(name, warmUp, events, List.of((long) events), events, Duration.ofSeconds(STEADY_PARTS), faster);
    }

    private Metric metric(
            MetricName name,
            double time,
            long events,
            List<Long> sizes,
            int received,
            Duration length,
            int eachSecond) {
        Duration limit = Duration.ofSeconds(patience);
        return switch (name) {
            case PRODUCE -> new Produce(threads, time);
            case DRAIN -> new Drain(threads, List.of(events), events, 1, limit);
            case GROWTH -> new Drain(threads, sizes, sizes.get(0), GROWTH_SLICES, limit);
            case LATENCY -> new Latency(threads, eachSecond, time);
            case E2E -> new EndToEnd(threads, time);
            case STEADY -> new Steady(threads, steadyRate, length, STEADY_PARTS);
            case OVERVIEW -> new Overview(threads, sizes, LOOKS);
            case INBOX -> new Consume(received, doubled, limit);
            case INBOX_LATENCY -> new ConsumeLatency(eachSecond, time);
        };
    }

    @Override
    public String toString() {
        return threads + " producers, slices of " + seconds + " s, latency at " + rate + "/s, backlog " + backlog
                + ", growth " + growth + ", steady " + steadyRate + "/s for " + steady + ", " + messages
                + " messages of which " + doubled + " twice, warm-up " + warmUp
                + " s";
    }
}
