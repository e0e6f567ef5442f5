// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

/** What can go wrong in a simulation, or disturb it. A simulation has some of them. */
enum SimFault {
    CRASH,
    STOP,
    PAUSE,
    DATABASE_FAILS,
    DATABASE_DOWN,
    /** Commits that others could see, and that were not durable yet, are undone. */
    DATABASE_CRASH,
    LATE_COMMIT,
    CLOCK_JUMP,
    LEASE_ENDS,
    BROKER_UNAVAILABLE,
    REFUSAL,
    LOST_ANSWER,
    SILENCE,
    SENDER_ERROR,
    BREAKER,
    REQUEUE,
    PURGE,
    QUEUE_PAUSED,
    POLICY,
    LANES,
    ROW_LOCKS,
    LANE_LOCKS,
    ROLLBACK
}
