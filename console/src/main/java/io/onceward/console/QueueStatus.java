// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.api.Backlog;
import io.onceward.queue.Side;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Outages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A queue with its state.
 *
 * @param backlog its figures
 * @param outage the outage for which its events wait
 * @param oldestParked when its oldest parked event was recorded, if that was read
 */
record QueueStatus(Side side, Backlog backlog, Optional<Outage> outage, Optional<Instant> oldestParked) {

    static QueueStatus of(Side side, Backlog backlog, Outages outages) {
        return new QueueStatus(
                side,
                backlog,
                Stream.of(outages.databases(), side == Side.OUTBOX ? outages.brokers() : outages.handlers())
                        .flatMap(List::stream)
                        .filter(each -> each.queues().contains(backlog.queue()))
                        .findFirst(),
                Optional.empty());
    }

    QueueStatus withOldestParked(Optional<Instant> recorded) {
        return new QueueStatus(side, backlog, outage, recorded);
    }

    /** Returns the number of events that wait, as far as they are counted; delayed ones wait for their time only. */
    long waiting() {
        return backlog.pending() + backlog.retrying() + backlog.blocked();
    }

    QueueState state() {
        return QueueState.of(backlog, outage.isPresent());
    }

    /** Returns the state on the page. */
    String text() {
        boolean alsoPaused = backlog.isPaused() && (state() == QueueState.PARKED || state() == QueueState.BLOCKED);
        return state().text() + (alsoPaused ? ", paused" : "");
    }

    /** Returns whether its events wait for an outage now. */
    boolean waitsFor(Outage each) {
        boolean waits = state() == QueueState.WAITING || (QueueState.isOverdue(backlog) && !backlog.isPaused());
        return waits && outage.filter(each::equals).isPresent();
    }

    /** Returns what an operator should know; empty if all is well, or if the outage says it. */
    Optional<Fact> fact() {
        Level level = state().level();
        boolean worthIt = level == Level.STUCK || level == Level.WARN;
        boolean saidByOutage = outage.isPresent() && (state() == QueueState.BEHIND || state() == QueueState.WAITING);
        return worthIt && !saidByOutage ? Optional.of(fact(level)) : Optional.empty();
    }

    private Fact fact(Level level) {
        return new Fact(
                level,
                Optional.of(entry()),
                headline(),
                Optional.ofNullable(backlog.lastError()).map(Cause::of),
                List.of(this),
                QueueState.isOverdue(backlog) ? Optional.of(backlog.oldestDue()) : Optional.empty(),
                oldestParked);
    }

    private RunbookEntry entry() {
        return switch (state()) {
            case PAUSED_BEHIND, PAUSED -> RunbookEntry.PAUSED_QUEUE;
            case BEHIND, WAITING, MOVING, IDLE -> RunbookEntry.GROWING_BACKLOG;
            case BLOCKED -> RunbookEntry.BLOCKED_KEY;
            case PARKED, RETRYING ->
                side == Side.OUTBOX ? RunbookEntry.EVENT_REFUSED_BY_THE_BROKER : RunbookEntry.HANDLER_FAILURE;
        };
    }

    private String headline() {
        List<String> parts = new ArrayList<>();
        add(parts, backlog.parked(), "parked");
        add(parts, backlog.blocked(), "blocked");
        add(parts, backlog.retrying(), "retrying");
        if (QueueState.isOverdue(backlog)) {
            parts.add((backlog.isPaused() ? "paused, and " : "")
                    + "nothing " + (side == Side.OUTBOX ? "published" : "handled") + " for "
                    + Fact.age(backlog.oldestDue()));
        } else if (backlog.isPaused()) {
            parts.add("paused");
        }
        return backlog.queue() + " (" + side.text() + "): " + String.join(", ", parts);
    }

    private void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(Fact.number(count) + (backlog.isLowerBound() ? "+ " : " ") + what);
        }
    }
}
