// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Polls the engine at once and then at intervals, on its own thread, until it is stopped. */
final class Poller {

    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(new DaemonThreads("onceward-poll"));
    private final Future<?> polls;

    Poller(Runnable poll, Duration interval) {
        long nanos = interval.toNanos();
        polls = thread.scheduleWithFixedDelay(() -> logFailure(poll), 0, nanos, TimeUnit.NANOSECONDS);
    }

    /** Runs a poll and logs its failure: an exception would end the polling. */
    private static void logFailure(Runnable poll) {
        try {
            poll.run();
        } catch (RuntimeException | Error e) {
            StandaloneLog.pollFailed(e);
        }
    }

    /** Starts no further poll; a running poll continues. */
    void stop() {
        polls.cancel(false);
        thread.shutdown();
    }
}
