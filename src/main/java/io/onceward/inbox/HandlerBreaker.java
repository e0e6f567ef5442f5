// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.log.Causes;
import io.onceward.queue.outage.Backoff;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.relay.QueueBreaker;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueuedEvent;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The circuit breaker of a handler. It opens when several different messages have failed and none has succeeded in between: then
 * the handler, or a resource that it needs, is at fault, and not a message. When its time is over, it is half-open and admits one
 * message. While it is not closed, failed attempts do not count. Thread-safe.
 */
public final class HandlerBreaker implements QueueBreaker {

    /** After failures of so many different messages and no success, the handler is at fault. */
    static final int MESSAGES_BEFORE_OPEN = 5;

    private static final Duration CAUSE_INTERVAL = Duration.ofMinutes(1);

    private static final long NO_PROBE = -1;

    private static final Comparator<QueuedEvent> BY_TIME =
            Comparator.comparing(event -> event.event().deliverAt(), Comparator.nullsFirst(Comparator.naturalOrder()));

    private final String handler;
    private final Backoff backoff;
    private final Set<String> failedMessages = new HashSet<>();
    private boolean closed = true;
    private long since;
    private long until;
    private long probe = NO_PROBE;
    private int failures;
    private String cause;
    private String rootCause = "";
    private String error = "";
    private long loggedAt;

    /** @param backoff for how long the breaker is open */
    public HandlerBreaker(String handler, Backoff backoff) {
        this.handler = handler;
        this.backoff = backoff;
    }

    /** Returns the outage of the handler, if the breaker is open or half-open. */
    public synchronized Optional<Outage> outage() {
        if (closed) {
            return Optional.empty();
        }
        Duration age = Duration.ofNanos(System.nanoTime() - since);
        return Optional.of(new Outage(Resource.handler(handler), rootCause, error, age, List.of(handler)));
    }

    @Override
    public synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized boolean isOpen() {
        return !closed && System.nanoTime() - until < 0;
    }

    /**
     * Returns the messages in such an order that each becomes the probe at some time: due ones by the time since when they are due,
     * which a failed probe puts off, and with every other probe the pending ones first. Otherwise one message that fails
     * again and again could keep the breaker open.
     */
    @Override
    public synchronized List<QueuedEvent> order(QueueReading reading) {
        if (closed) {
            return reading.events();
        }
        Stream<QueuedEvent> due = reading.due().events().stream().sorted(BY_TIME);
        Stream<QueuedEvent> pending = reading.pending().events().stream();
        boolean pendingFirst = failures % 2 == 1;
        return (pendingFirst ? Stream.concat(pending, due) : Stream.concat(due, pending)).toList();
    }

    /** A breaker that has admitted its probe is open for the longest time: a probe may take long, or never return. */
    @Override
    public synchronized boolean admits(QueuedEvent event) {
        if (closed) {
            return true;
        }
        if (isOpen()) {
            return false;
        }
        probe = event.seq();
        until = System.nanoTime() + backoff.cap().toNanos();
        return true;
    }

    @Override
    public synchronized void succeeded() {
        failedMessages.clear();
        if (!closed) {
            closed = true;
            probe = NO_PROBE;
            InboxLog.handlerAvailableAgain(handler, Duration.ofNanos(System.nanoTime() - since), failures);
        }
    }

    @Override
    public synchronized boolean failed(QueuedEvent event, Exception failure) {
        if (closed) {
            failedMessages.add(event.event().id());
            if (failedMessages.size() < MESSAGES_BEFORE_OPEN) {
                return true;
            }
            open();
        } else if (event.seq() != probe) {
            return false; // it began before the breaker opened
        }
        probe = NO_PROBE;
        failures++;
        rootCause = Causes.rootCause(failure);
        error = Causes.chain(failure);
        until = System.nanoTime() + backoff.after(failures).toNanos();
        log(failure);
        return false;
    }

    private void open() {
        failedMessages.clear();
        closed = false;
        since = System.nanoTime();
        failures = 0;
        cause = null;
    }

    /** Logs the first cause, and later another one, at most one a minute. */
    private void log(Exception failure) {
        String found = failure.getClass().getName();
        boolean justLogged = System.nanoTime() - loggedAt < CAUSE_INTERVAL.toNanos();
        if (cause == null || (!found.equals(cause) && !justLogged)) {
            cause = found;
            loggedAt = System.nanoTime();
            InboxLog.handlerUnavailable(handler, failure);
        }
    }

    @Override
    public synchronized void ended(QueuedEvent event) {
        if (!closed && event.seq() == probe) {
            probe = NO_PROBE;
            until = System.nanoTime();
        }
    }
}
