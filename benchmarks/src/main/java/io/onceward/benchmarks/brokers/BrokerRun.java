// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.environment.Postgres;
import io.onceward.benchmarks.environment.ProcessorTime;
import java.io.Closeable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** The slices of a contestant with a broker. */
record BrokerRun(MeasuredBroker broker, BrokerContestant contestant, Postgres postgres, int threads) {

    private static final long PATIENCE_NANOS = 300_000_000_000L;

    /** Each look at the broker costs processor time, too. */
    private static final long POLLING_MILLIS = 5;

    /** The share of the events that come first and do not count. */
    private static final double SETTLING = 0.1;

    /** The speed and the processor time from the first event in the broker to the last. Then everything is received and checked. */
    @SuppressWarnings("try") // the receiver only has to be open
    Map<String, Double> drain(int events) throws Exception {
        renew(events);
        contestant.start();
        long first = 0;
        long firstAt = 0;
        long count = 0;
        ProcessorTime before = processorTime();
        long now = System.nanoTime();
        long end = now + PATIENCE_NANOS;
        while (count < events && now - end < 0) {
            count = broker.count();
            now = System.nanoTime();
            if (first == 0 && count > 0) {
                first = count;
                firstAt = now;
                before = processorTime();
            }
            Thread.sleep(POLLING_MILLIS);
        }
        ProcessorTime used = processorTime().since(before);
        contestant.stop();
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("ev/s", (count - first) / ((now - firstAt) / 1e9));
        double each = 1e6 / Math.max(1, count - first);
        figures.put("client µs", used.client() * each);
        figures.put("database µs", used.database() * each);
        figures.put("broker µs", used.broker() * each);
        figures.put("others µs", used.others() * each);
        Arrivals arrivals = new Arrivals(events, threads);
        try (Closeable receiver = broker.receive(arrivals::add)) {
            arrivals.await(events);
        }
        return checked(figures, arrivals, events);
    }

    private ProcessorTime processorTime() {
        return ProcessorTime.now(postgres.pid(), broker.pid());
    }

    private void renew(int events) throws Exception {
        broker.renew();
        contestant.prepare(events);
        postgres.checkpoint();
        System.gc();
    }

    /** The time from the commit, or from the call of the client, until the event is received, at a rate that leaves time. */
    @SuppressWarnings("try") // the receiver only has to be open
    Map<String, Double> latency(int rate, double seconds) throws Exception {
        int events = (int) (rate * seconds);
        renew(0);
        long[] begun = new long[events];
        Arrivals arrivals = new Arrivals(events, 1);
        try (Closeable receiver = broker.receive(arrivals::add)) {
            contestant.start();
            long start = System.nanoTime();
            for (int number = 0; number < events; number++) {
                awaitTime(start + (long) (number * 1e9 / rate));
                begun[number] = System.nanoTime();
                contestant.produce(Event.of(number, 1));
                if (!contestant.isDirect()) {
                    begun[number] = System.nanoTime();
                }
            }
            arrivals.await(events);
            contestant.stop();
        }
        long[] latencies = new long[events - (int) (events * SETTLING)];
        for (int i = 0; i < latencies.length; i++) {
            int number = events - latencies.length + i;
            latencies[i] = Math.max(0, arrivals.time(number) - begun[number]);
        }
        Arrays.sort(latencies);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("p50 ms", latencies[latencies.length / 2] / 1e6);
        figures.put("p99 ms", latencies[(int) (latencies.length * 0.99)] / 1e6);
        return checked(figures, arrivals, events);
    }

    private static void awaitTime(long time) {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Adds the figures that must be 0. */
    private static Map<String, Double> checked(Map<String, Double> figures, Arrivals arrivals, int events) {
        figures.put("lost", (double) (events - arrivals.received()));
        figures.put("doubled", (double) arrivals.doubled());
        figures.put("disordered", (double) arrivals.disordered());
        return figures;
    }
}
