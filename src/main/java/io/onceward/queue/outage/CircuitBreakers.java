// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.outage;

import io.onceward.log.Causes;
import io.onceward.queue.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The circuit breakers of one relay or receiver: of connections to brokers, of single destinations, of the database. A breaker
 * is closed until a failure opens it; when its time is over it is half-open, and the next attempt closes or opens it. The first
 * failure is logged, and the end of the outage with its figures; in between only another cause. Thread-safe.
 */
public final class CircuitBreakers {

    private static final Duration CAUSE_INTERVAL = Duration.ofMinutes(1);

    /** After so many refusals and no confirmation, the destination is at fault, not the events. */
    private static final int REFUSALS_BEFORE_OPEN = 3;

    /** A breaker is unused after so many times the longest time that it is open. */
    private static final int UNUSED_PARTS = 10;

    private final Time time;
    private final Backoff backoff;
    private final Map<Resource, Breaker> breakers = new HashMap<>();
    private final Map<Resource, Integer> refusals = new HashMap<>();

    private static final class Breaker {
        private final long since;
        private final Collection<String> destinations = new TreeSet<>();
        private long until;
        private int failures;
        private String cause = "";
        private String rootCause = "";
        private String error = "";
        private long loggedAt;

        private Breaker(long since) {
            this.since = since;
        }

        Outage outage(Resource resource, long now) {
            return new Outage(resource, rootCause, error, Duration.ofNanos(now - since), List.of());
        }
    }

    /** Creates closed breakers that open for up to half a second after one failure, and for up to 30 seconds after many. */
    public CircuitBreakers() {
        this(Duration.ofMillis(500), Duration.ofSeconds(30));
    }

    /**
     * Creates closed breakers that follow the clocks of this machine.
     *
     * @param first the longest time that a breaker is open after one failure
     * @param cap the longest time that a breaker is open
     */
    public CircuitBreakers(Duration first, Duration cap) {
        this(first, cap, Time.SYSTEM);
    }

    /**
     * Creates closed breakers.
     *
     * @param first the longest time that a breaker is open after one failure
     * @param cap the longest time that a breaker is open
     * @param time the time that they follow
     */
    public CircuitBreakers(Duration first, Duration cap, Time time) {
        this.time = time;
        this.backoff = new Backoff(first, cap);
    }

    /** Returns for how long the breakers are open. */
    public Backoff backoff() {
        return backoff;
    }

    /** Opens the breaker after a failure; returns for how long. */
    public synchronized Duration failed(Resource what, Exception failure) {
        Breaker breaker = breakers.computeIfAbsent(what, name -> new Breaker(time.nanos()));
        breaker.failures++;
        breaker.rootCause = Causes.diagnosis(failure).orElseGet(() -> Causes.rootCause(failure));
        breaker.error = Causes.chain(failure);
        Duration pause = backoff.after(breaker.failures);
        breaker.until = time.nanos() + pause.toNanos();
        String found = failure.toString();
        boolean changed = !found.equals(breaker.cause) && time.nanos() - breaker.loggedAt > CAUSE_INTERVAL.toNanos();
        if (breaker.failures == 1 || changed) {
            breaker.cause = found;
            breaker.loggedAt = time.nanos();
            if (Causes.isStatementRefused(failure)) {
                OutageLog.statementRefused(what.label(), failure);
            } else {
                OutageLog.unavailable(what.label(), failure);
            }
        }
        return pause;
    }

    /** Counts an event that a destination has refused. Several refusals without a confirmation open the destination's breaker. */
    public synchronized void refused(String destination, Exception reason) {
        Resource refusing = Resource.destination(destination);
        if (refusals.merge(refusing, 1, Integer::sum) >= REFUSALS_BEFORE_OPEN) {
            failed(refusing, reason);
            addDestination(refusing, destination);
        }
    }

    /** Closes the breaker. */
    public synchronized void succeeded(Resource what) {
        if (refusals.isEmpty() && breakers.isEmpty()) {
            return; // as nearly always, and for each event
        }
        refusals.remove(what);
        Breaker breaker = breakers.remove(what);
        if (breaker != null) {
            OutageLog.availableAgain(what.label(), Duration.ofNanos(time.nanos() - breaker.since), breaker.failures);
        }
    }

    /** Returns whether the last attempt failed: the breaker is open or half-open. */
    public synchronized boolean hasFailed(Resource what) {
        return breakers.containsKey(what);
    }

    /** Returns whether the breaker is open. */
    public synchronized boolean isOpen(Resource what) {
        Breaker breaker = breakers.get(what);
        return breaker != null && time.nanos() - breaker.until < 0;
    }

    /** Adds a destination that can't be reached while the breaker is open. */
    public synchronized void addDestination(Resource what, String destination) {
        Breaker breaker = breakers.get(what);
        if (breaker != null) {
            breaker.destinations.add(destination);
        }
    }

    /** Returns the destinations behind open breakers. */
    public synchronized Collection<String> destinations() {
        Collection<String> open = new ArrayList<>();
        for (Breaker breaker : breakers.values()) {
            if (time.nanos() - breaker.until < 0) {
                open.addAll(breaker.destinations);
            }
        }
        return open;
    }

    /** Returns the outages of the resources of these kinds, by name. No queue waits for them yet. */
    public synchronized List<Outage> outages(Set<Resource.Kind> kinds) {
        return breakers.entrySet().stream()
                .filter(entry -> kinds.contains(entry.getKey().kind()))
                .map(entry -> entry.getValue().outage(entry.getKey(), time.nanos()))
                .sorted(Comparator.comparing(Outage::name))
                .toList();
    }

    /**
     * Closes the breakers that no attempt has used since they were half-open, for ten times the longest time that a breaker is
     * open: no event is left that would try. Logs nothing, like {@link #forgetAll}.
     */
    public synchronized void forgetUnused() {
        long longest = backoff.cap().multipliedBy(UNUSED_PARTS).toNanos();
        breakers.values().removeIf(breaker -> time.nanos() - breaker.until > longest);
    }

    /** Closes every breaker, because nothing is left to publish. Logs nothing: whether the resources are available, is not known. */
    public synchronized void forgetAll() {
        breakers.clear();
        refusals.clear();
    }
}
