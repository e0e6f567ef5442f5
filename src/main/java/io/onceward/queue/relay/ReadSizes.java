// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

/**
 * How many events a relay reads.
 *
 * @param head the most new events of a read from the head
 * @param ahead the most events in flight before a further read; without the {@code head}, the most of a read that begins behind a
 *     position
 */
record ReadSizes(int head, int ahead) {

    /** The least events of a read for each sender: a handler takes them one by one. */
    static final int FOR_EACH_SENDER = 16;

    static ReadSizes of(RelaySettings settings) {
        int head = Math.max(settings.batchSize(), FOR_EACH_SENDER * settings.senders());
        return new ReadSizes(head, head + settings.batchSize() * settings.senders());
    }
}
