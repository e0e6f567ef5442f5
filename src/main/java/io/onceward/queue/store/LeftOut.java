// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import java.util.Collection;
import java.util.List;

/**
 * The events that a read leaves out.
 *
 * @param destinations the destinations that can't be reached
 * @param keys the keys of which enough events are in flight
 * @param positions the positions of events in flight, in ascending order
 */
public record LeftOut(Collection<String> destinations, Collection<String> keys, List<Long> positions) {

    /** A read that leaves out nothing. */
    public static final LeftOut NOTHING = new LeftOut(List.of(), List.of(), List.of());
}
