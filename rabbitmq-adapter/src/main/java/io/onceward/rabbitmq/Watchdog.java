// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Cuts connections whose batch takes too long, on a thread that ends when it has had nothing to do. Thread-safe. */
final class Watchdog {

    private static final long IDLE_SECONDS = 10;

    private final ScheduledThreadPoolExecutor timer;

    Watchdog() {
        timer = new ScheduledThreadPoolExecutor(1, work -> {
            Thread made = new Thread(work, "onceward-rabbitmq-watchdog");
            made.setDaemon(true);
            return made;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    /**
     * Cuts a connection after a time, unless the result is cancelled before.
     *
     * @throws java.util.concurrent.RejectedExecutionException if this is closed
     */
    Future<?> cut(BrokerConnection connection, long millis) {
        return timer.schedule(connection::cut, millis, TimeUnit.MILLISECONDS);
    }

    void close() {
        timer.shutdownNow();
    }
}
