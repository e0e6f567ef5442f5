// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.util.List;

/**
 * The events that could not be published after the configured number of attempts, on all datasources of the application.
 * Inject it. Nothing is restricted here: let only those call it who may. Every change is logged ({@code OBX-1041},
 * {@code OBX-1042}) with who made it. Each call has a transaction of its own for each datasource. Thread-safe.
 *
 * @since 0.1
 */
public interface ParkedEvents {

    /**
     * Finds parked events, the oldest first.
     *
     * @param limit most that are returned, of each datasource
     * @throws OnceboxException if the database can't be read
     */
    List<ParkedEvent> find(ParkedFilter filter, int limit);

    /**
     * Has parked events published again: they are pending, at their old position, with no attempts. Events of their keys
     * that waited for them follow.
     *
     * @param by who decided so, for the log
     * @return how many
     * @throws OnceboxException if the database refused; on the datasources before it was done
     */
    int requeue(ParkedFilter filter, String by);

    /**
     * Deletes parked events for good. Events of their keys that waited for them are published.
     *
     * @param by who decided so, for the log
     * @return how many
     * @throws OnceboxException if the database refused; on the datasources before it was done
     */
    int discard(ParkedFilter filter, String by);
}
