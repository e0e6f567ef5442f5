// SPDX-License-Identifier: Apache-2.0
package io.onceward.debezium;

import io.debezium.engine.spi.OffsetCommitPolicy;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * Has the engine store its position at intervals, as Kafka Connect does. Without this policy, the engine
 * stores the position after each batch, because it does not remember when it last did so. After the last batch, the engine stores
 * the position when it stops.
 */
final class AtIntervals implements OffsetCommitPolicy {

    private final long interval;
    private long last = System.nanoTime();

    AtIntervals(Properties connector) {
        interval = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(connector.getProperty("offset.flush.interval.ms")));
    }

    @Override
    public boolean performCommit(long messages, Duration ignored) {
        boolean due = System.nanoTime() - last >= interval;
        if (due) {
            last = System.nanoTime();
        }
        return due;
    }
}
