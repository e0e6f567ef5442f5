// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueueStore.Unblocked;
import io.onceward.queue.store.ReadRange;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What the coordinator of a queue does next. The numbers are those of the steps in {@code docs/model/leases.md}. */
public sealed interface Step {

    /**
     * Take free lanes in a transaction (step 2), and then read which lanes the node owns.
     *
     * @param slots the slots whose lanes are wanted; empty for all lanes
     * @param mustRead whether to read the lanes even if it takes none: the answer to an earlier take may have got lost
     */
    record Take(Set<Integer> slots, boolean mustRead) implements Step {}

    /**
     * Write what has ended (steps 6 and 7), and read (steps 3 and 4), in one transaction.
     *
     * @param lanes the lanes of the node
     * @param ended what has ended
     * @param search where to go on with the search for blocked events that are free; empty if this cycle does not search
     * @param read what to read; empty if this cycle does not read
     * @param blockKey whether parked events block their keys
     */
    record Cycle(Lanes lanes, Ended ended, OptionalLong search, Optional<Read> read, boolean blockKey) implements Step {

        /** Returns this cycle, with a read of as many new events as probably have these bytes; one at least. */
        public Cycle within(long bytes) {
            return new Cycle(lanes, ended, search, read.map(one -> one.within(bytes)), blockKey);
        }

        /** Returns whether it only reads few events, which needs no transaction and so takes one round trip. */
        public boolean isShortRead() {
            return ended.isEmpty()
                    && search.isEmpty()
                    && read.filter(Read::isShort).isPresent();
        }
    }

    /**
     * A read.
     *
     * @param lanes the lanes to read: those of the node, but not those in which it may pass an event
     * @param range the positions to read
     * @param withDue whether to read delayed and retrying events whose time has come
     * @param except the events that are left out
     * @param again how many events in flight it finds again
     * @param largest the size of the largest payload of the last read
     * @param expectedBytes the size of the payloads that it may load, with those in flight
     * @param isShort whether the events are so few that they need no transaction: without one, a driver fetches all rows together
     */
    record Read(
            Lanes lanes,
            ReadRange range,
            boolean withDue,
            LeftOut except,
            int again,
            long largest,
            long expectedBytes,
            boolean isShort) {

        /** Most bytes of the payloads of a read, estimated by the last read, because some drivers fetch all rows together. */
        static final long MOST_BYTES = 4L << 20;

        /** Returns this read with as many new events as have these bytes if all are as large as the largest of the last read; one at least. */
        Read within(long bytes) {
            long fitting = Math.max(1, bytes / Math.max(1, largest));
            int limit = (int) Math.min(range.limit(), fitting + again);
            ReadRange fits = new ReadRange(range.after(), limit, range.passedLimit());
            return new Read(lanes, fits, withDue, except, again, largest, expectedBytes, isShort);
        }
    }

    /**
     * Give up lanes in which nothing is in flight (step 8), and then read which lanes the node owns.
     *
     * @param lanes the lanes
     */
    record Release(Lanes lanes) implements Step {}

    /**
     * Look once more into lanes after their release (step 8): a node that committed before it may have left the event to this one.
     *
     * @param lanes the lanes as they were
     * @param except the events that this node can't reach
     * @param blockKey whether parked events block their keys
     */
    record LookOnceMore(Lanes lanes, LeftOut except, boolean blockKey) implements Step {}

    /**
     * Wait until the relay is woken, but no longer than a limit, and go on.
     *
     * @param longest the longest wait
     */
    record Wait(Duration longest) implements Step {}

    /** Nothing: the relay rests until it is woken. */
    record Rest() implements Step {}

    /**
     * The result of a {@link Cycle}.
     *
     * @param kept the positions of the events that were not written, because others have locked their rows or lanes
     * @param reading what was read; empty if nothing was to be read
     * @param lanes the lanes of the node after the cycle, if it has read only them
     * @param unblocking what the search and the ends have freed
     */
    record Cycled(Set<Long> kept, Optional<QueueReading> reading, Optional<Lanes> lanes, Unblocking unblocking) {}

    /**
     * What a cycle did for blocked events.
     *
     * @param found what the search has found; empty if it did not search
     * @param took how long the search took
     * @param more whether further blocked events are free, which were too many for one call
     * @param skipped whether it left out lanes, because others have locked them or they have changed
     */
    record Unblocking(Optional<Unblocked> found, Duration took, boolean more, boolean skipped) {

        /** Nothing was to be done. */
        public static final Unblocking NONE = new Unblocking(Optional.empty(), Duration.ZERO, false, false);
    }
}
