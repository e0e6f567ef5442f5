// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import java.time.Duration;

/**
 * How much a relay reads and keeps in memory.
 *
 * @param head the most new events of a read from the head
 * @param ahead the most events in flight before a further read; a read that begins after a position finds at most {@code ahead - head}
 *     events, or {@code head} if that is more
 * @param ofKey the most events of a key that wait for a sender, because the current event of the key may take long
 * @param bytesOfKey the most bytes of their payloads; a single event may wait whatever its size
 * @param skipsInFlight whether reads leave out all events in flight, because the database does so at little cost; otherwise they find
 *     them again
 * @param polling how often the relay looks for events that no commit on this node announces
 */
public record Limits(int head, int ahead, int ofKey, long bytesOfKey, boolean skipsInFlight, Duration polling) {

    /** The least events of a read for each sender: a handler takes them one by one. */
    private static final int FOR_EACH_SENDER = 16;

    /** Most bytes of the payloads of a key that wait for a sender, for each event of a batch: a quarter of those in flight. */
    private static final long KEY_BYTES = 2L << 20;

    /** Returns the limits of a relay with so many senders, and batches of at most so many events. */
    public static Limits of(int batchSize, int senders, boolean skipsInFlight, Duration polling) {
        int head = Math.max(batchSize, FOR_EACH_SENDER * senders);
        return new Limits(
                head,
                head + batchSize * senders,
                FOR_EACH_SENDER * batchSize,
                KEY_BYTES * batchSize,
                skipsInFlight,
                polling);
    }
}
