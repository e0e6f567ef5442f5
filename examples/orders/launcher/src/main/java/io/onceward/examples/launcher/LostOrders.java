// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.time.Duration;
import java.time.Instant;

/**
 * Tells lost orders from orders whose event is on its way. The database does not know what the broker holds, so an order counts
 * as lost if it is not billed, no event is pending in the database, and no figure has changed for two minutes in which server and
 * broker were up.
 */
final class LostOrders {

    static final Duration PATIENCE = Duration.ofMinutes(2);

    private Tally last;
    private Instant unchanged;

    /** Returns the number of lost orders. For one thread. */
    long count(Tally tally, boolean isAllUp, Instant now) {
        if (!isAllUp || tally.pending() > 0 || !tally.equals(last)) {
            last = tally;
            unchanged = now;
        }
        return now.isBefore(unchanged.plus(PATIENCE)) ? 0 : tally.unbilled();
    }
}
