// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import java.util.Map;

/**
 * The pending events before the position at which a read began.
 *
 * @param keys the keys of the first of these events, by their positions; events without a key are left out
 * @param more whether there may be others
 */
public record Passed(Map<Long, OrderKey> keys, boolean more) {

    /** No events. */
    public static final Passed NONE = new Passed(Map.of(), false);
}
