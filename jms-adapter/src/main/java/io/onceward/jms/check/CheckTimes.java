// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.check;

import java.time.Duration;

/**
 * The times of checks of connections.
 *
 * @param callers how long a caller waits for a result; the check goes on meanwhile and afterwards
 * @param limit how long a check may take; then it is interrupted
 * @param patience how long the first check that ignores the interrupt may go on before another one replaces it; the second one may
 *     go on for twice as long, and so on
 * @param pause how long the result of a failed check stands
 */
record CheckTimes(Duration callers, Duration limit, Duration patience, Duration pause) {

    /** Longer than an answer takes; shorter than the time after which a relay gives up a batch. */
    private static final Duration WAIT = Duration.ofSeconds(10);

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Shorter than most pauses of a circuit breaker. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Returns the usual times. */
    static CheckTimes withLimit(Duration limit) {
        return new CheckTimes(WAIT, limit, PATIENCE, PAUSE);
    }
}
