// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import io.oncebox.log.Log;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Calls the engine at once and then at intervals, on a thread of its own, until it is stopped. */
final class Poller {

    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(new DaemonThreads("oncebox-poll"));
    private final Future<?> polls;

    Poller(Runnable poll, Duration interval) {
        long nanos = interval.toNanos();
        polls = thread.scheduleWithFixedDelay(() -> guarded(poll), 0, nanos, TimeUnit.NANOSECONDS);
    }

    /** An exception that got out would end the polling. */
    private static void guarded(Runnable poll) {
        try {
            poll.run();
        } catch (RuntimeException | Error e) {
            Log.pollFailed(e);
        }
    }

    /** Starts no further poll; one that is running goes on. */
    void stop() {
        polls.cancel(false);
        thread.shutdown();
    }
}
