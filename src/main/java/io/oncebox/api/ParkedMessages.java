// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.util.List;

/**
 * The messages of the stored inbox that a handler could not process: after the configured number of attempts, or at once
 * because the payload can't be decoded. Inject it. A message stands here once for each handler that failed;
 * {@link ParkedEvent#destination()} is {@code handler:} and the handler's name. Nothing is restricted here: let only those
 * call it who may. Every change is logged ({@code OBX-1041}, {@code OBX-1042}) with who made it. Each call has a transaction
 * of its own, which waits for the handlers that are at work. Thread-safe; don't call it from a handler.
 *
 * @since 0.1
 */
public interface ParkedMessages {

    /**
     * Finds parked messages, the oldest first.
     *
     * @param limit most that are returned
     * @throws OnceboxException if the database can't be read
     */
    List<ParkedEvent> find(ParkedFilter filter, int limit);

    /**
     * Has parked messages handled again: they are pending, at their old position, with no attempts. Messages of their keys
     * that waited for them follow.
     *
     * @param by who decided so, for the log
     * @return how many
     * @throws OnceboxException if the database refused
     */
    int requeue(ParkedFilter filter, String by);

    /**
     * Deletes parked messages for good. Messages of their keys that waited for them are handled.
     *
     * @param by who decided so, for the log
     * @return how many
     * @throws OnceboxException if the database refused
     */
    int discard(ParkedFilter filter, String by);
}
