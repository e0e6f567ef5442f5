// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import io.onceward.benchmarks.metrics.Consume;
import io.onceward.benchmarks.metrics.ConsumeLatency;
import io.onceward.benchmarks.metrics.Drain;
import io.onceward.benchmarks.metrics.EndToEnd;
import io.onceward.benchmarks.metrics.Growth;
import io.onceward.benchmarks.metrics.Latency;
import io.onceward.benchmarks.metrics.LongMessage;
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

    /** How many times more events drain warms up with than inbox. */
    private static final int DRAINED = 4;

    private static final double SETTLING = 0.1;

    /** One event at a time, on a node or two that do nothing else. */
    private static final int IDLE_RATE = 8;

    private static final int IDLE_LONGER = 4;

    /** Nodes know of each other and have shared the lanes after some seconds. */
    private static final double IDLE_SETTLING = 0.5;

    private static final int LONG_MESSAGE_RATE = 100;

    @Option(names = "--threads", description = "Producers (default: ${DEFAULT-VALUE})", defaultValue = "8")
    private int threads;

    @Option(
            names = "--seconds",
            description =
                    "Length of a slice of produce, latency, inbox-latency, long-message and e2e; idle takes four times as long"
                            + " (default: ${DEFAULT-VALUE})",
            defaultValue = "5")
    private double seconds;

    @Option(
            names = "--rate",
            description = "Events a second for latency and inbox-latency (default: ${DEFAULT-VALUE})",
            defaultValue = "200")
    private int rate;

    @Option(
            names = "--backlog",
            description = "Events to drain; start has half as many (default: ${DEFAULT-VALUE})",
            defaultValue = "100000")
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
            defaultValue = "20000")
    private int messages;

    @Option(
            names = "--doubled",
            description = "Share of messages that are sent twice, for inbox (default: ${DEFAULT-VALUE})",
            defaultValue = "0")
    private double doubled;

    @Option(
            names = "--warm-up",
            description = "Seconds of a round of work before anything counts, for each contestant; inbox warms up with"
                    + " as many thousand messages, drain with four times as many events. Rounds are repeated until the JVM has compiled nearly everything; 0: no warm-up"
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

    boolean warmsUp() {
        return warmUp > 0;
    }

    Metric warmUp(MetricName name) {
        int events = (int) (warmUp * 1000);
        int drained = DRAINED * events;
        int faster = rate * FASTER; // so that the code is run often enough for the JVM to compile it
        return metric(
                warmingUp(name),
                warmUp,
                drained,
                List.of((long) events),
                events,
                Duration.ofSeconds(STEADY_PARTS),
                faster);
    }

    /** Metrics that run the same code too seldom warm up by another one. */
    private static MetricName warmingUp(MetricName name) {
        return switch (name) {
            case IDLE -> MetricName.LATENCY;
            case LONG_MESSAGE -> MetricName.INBOX_LATENCY;
            default -> name;
        };
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
            case DRAIN -> new Drain(threads, events, events, 1, limit);
            case START -> new Drain(threads, events / 2, events / 2, 1, limit);
            case GROWTH -> new Growth(threads, sizes, GROWTH_SLICES, limit);
            case LATENCY -> new Latency(threads, eachSecond, time, SETTLING);
            case IDLE -> new Latency(threads, IDLE_RATE, IDLE_LONGER * time, IDLE_SETTLING);
            case E2E -> new EndToEnd(threads, time);
            case STEADY -> new Steady(threads, steadyRate, length, STEADY_PARTS);
            case OVERVIEW -> new Overview(threads, sizes, LOOKS);
            case INBOX -> new Consume(received, doubled, limit);
            case INBOX_LATENCY -> new ConsumeLatency(eachSecond, time);
            case LONG_MESSAGE -> new LongMessage(LONG_MESSAGE_RATE, time);
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
