// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.inbox.MessageHandler;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** An engine that its own threads poll as a timer does. */
final class Polled implements AutoCloseable {

    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private final Queue<Thread> started = new ConcurrentLinkedQueue<>();
    private final ExecutorService relay = Executors.newCachedThreadPool(this::thread);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(this::thread);
    private final Engine engine;
    private final Future<?> polls;

    Polled(Nodes nodes, Map<String, String> configuration, DataSource dataSource, Duration interval) {
        this(nodes, configuration, dataSource, interval, List.of());
    }

    Polled(
            Nodes nodes,
            Map<String, String> configuration,
            DataSource dataSource,
            Duration interval,
            List<MessageHandler> handlers) {
        engine = nodes.open(configuration, relay, dataSource, handlers);
        polls = timer.scheduleWithFixedDelay(engine::poll, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work);
        started.add(thread);
        return thread;
    }

    Engine engine() {
        return engine;
    }

    /** Returns the processor time that its threads have used. */
    Duration processorTime() {
        long nanos = started.stream()
                .mapToLong(thread -> Math.max(0, CLOCK.getThreadCpuTime(thread.getId())))
                .sum();
        return Duration.ofNanos(nanos);
    }

    /** Stops polling, and fails if a poll has thrown. */
    @Override
    public void close() {
        boolean polled = polls.cancel(false);
        timer.shutdownNow();
        engine.stop(Duration.ofSeconds(5));
        relay.shutdownNow();
        assertThat(polled).as("polled to the end").isTrue();
    }
}
