// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.time.Duration;

/** A fault of the cluster, with its target and its shortest and longest duration. */
enum Fault {
    /** SIGKILL, while its database is slow; it is started again afterwards. */
    NODE_KILLED(Target.NODE, 1_000, 4_000),

    /** SIGSTOP, shorter than any time-out. */
    NODE_PAUSED(Target.NODE, 2_000, 3_000),

    /** SIGSTOP, while its database is slow, and its connections end meanwhile: it wakes up late and still believes that it owns its work. */
    NODE_PAUSED_AND_CUT_OFF(Target.NODE, 10_000, 20_000),

    /** Its clock is hours ahead or behind. */
    NODE_CLOCK_JUMPS(Target.NODE, 3_000, 8_000),

    /** Its connections to the database are cut, and new ones refused. */
    NODE_WITHOUT_DATABASE(Target.NODE, 2_000, 8_000),

    /** Its connections to the broker are cut, and new ones refused. */
    NODE_WITHOUT_BROKER(Target.NODE, 2_000, 8_000),

    /** A delay of the node's requests to the database, and of the answers. */
    NODE_FAR_FROM_DATABASE(Target.NODE, 3_000, 8_000),

    /** A delay of the node's requests to the broker, and of the answers. */
    NODE_FAR_FROM_BROKER(Target.NODE, 3_000, 8_000),

    /** SIGKILL, with messages unacknowledged; it is started again afterwards. */
    BROKER_KILLED(Target.BROKER, 1_000, 4_000),

    /** SIGSTOP: it takes connections, and gives no answer. */
    BROKER_PAUSED(Target.BROKER, 2_000, 6_000),

    /** It finds its disk full, and keeps senders waiting. */
    BROKER_DISK_FULL(Target.BROKER, 3_000, 8_000),

    /** SIGKILL to all of its processes; it is started again afterwards. */
    DATABASE_KILLED(Target.DATABASE, 1_000, 3_000),

    /** SIGKILL to all of its processes; its replica is promoted, and has a replica of its own afterwards. */
    DATABASE_FAILS_OVER(Target.DATABASE, 0, 1_000);

    /** The target of a fault. */
    enum Target {
        NODE,
        BROKER,
        DATABASE
    }

    private final Target target;
    private final long minMillis;
    private final long maxMillis;

    Fault(Target target, long minMillis, long maxMillis) {
        this.target = target;
        this.minMillis = minMillis;
        this.maxMillis = maxMillis;
    }

    Target target() {
        return target;
    }

    Duration shortest() {
        return Duration.ofMillis(minMillis);
    }

    Duration longest() {
        return Duration.ofMillis(maxMillis);
    }
}
