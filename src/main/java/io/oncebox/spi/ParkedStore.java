// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import io.oncebox.api.ParkedEvent;
import io.oncebox.api.ParkedFilter;
import java.util.List;

/**
 * The parked events of one datasource. Calls take part in the transaction of the calling thread. Implementations are
 * thread-safe.
 *
 * @since 0.1
 */
public interface ParkedStore {

    /** The oldest parked events that the filter takes. */
    List<ParkedEvent> find(ParkedFilter filter, int limit);

    /** Makes parked events pending again, at their old position and with no attempts; returns the ids of those that were. */
    List<String> requeue(ParkedFilter filter, int limit);

    /** Deletes parked events; returns the ids of those that were. Later events of their keys go on. */
    List<String> discard(ParkedFilter filter, int limit);
}
