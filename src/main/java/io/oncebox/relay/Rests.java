// SPDX-License-Identifier: Apache-2.0
package io.oncebox.relay;

import io.oncebox.log.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What failed and is left alone for a while: connections to brokers, single destinations, the database. The first failure
 * is logged, the end of the outage is logged with its figures, and in between only another cause. Thread-safe.
 */
final class Rests {

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));

    private static final Duration CAUSE_INTERVAL = Duration.ofMinutes(1);

    private final Map<String, Rest> rests = new HashMap<>();

    private static final class Rest {
        private final long since = System.nanoTime();
        private final Collection<String> destinations = new TreeSet<>();
        private long until;
        private int failures;
        private String cause = "";
        private long saidAt;
    }

    /** Notes a failure of something; returns for how long it rests. */
    synchronized Duration failed(String what, Exception failure) {
        Rest rest = rests.computeIfAbsent(what, name -> new Rest());
        rest.failures++;
        Duration pause = BACKOFF.after(rest.failures);
        rest.until = System.nanoTime() + pause.toNanos();
        String found = failure.toString();
        boolean changed = !found.equals(rest.cause) && System.nanoTime() - rest.saidAt > CAUSE_INTERVAL.toNanos();
        if (rest.failures == 1 || changed) {
            rest.cause = found;
            rest.saidAt = System.nanoTime();
            Log.publishingFailed(what, failure);
        }
        return pause;
    }

    /** Notes that it works. */
    synchronized void succeeded(String what) {
        Rest rest = rests.remove(what);
        if (rest != null) {
            Log.publishingResumed(what, Duration.ofNanos(System.nanoTime() - rest.since), rest.failures);
        }
    }

    /** Whether it failed the last time, so that it is tried with care. */
    synchronized boolean failing(String what) {
        return rests.containsKey(what);
    }

    /** Whether it is to be left alone now. */
    synchronized boolean resting(String what) {
        Rest rest = rests.get(what);
        return rest != null && System.nanoTime() - rest.until < 0;
    }

    /** Notes a destination that can't be reached while this rests. */
    synchronized void covers(String what, String destination) {
        Rest rest = rests.get(what);
        if (rest != null) {
            rest.destinations.add(destination);
        }
    }

    /** The destinations that need not be tried now. */
    synchronized Collection<String> destinations() {
        Collection<String> resting = new ArrayList<>();
        for (Rest rest : rests.values()) {
            if (System.nanoTime() - rest.until < 0) {
                resting.addAll(rest.destinations);
            }
        }
        return resting;
    }

    /** What failed the last time, without single destinations of brokers that are there. */
    synchronized List<String> failing() {
        return rests.entrySet().stream()
                .filter(rest -> !rest.getValue().destinations.contains(rest.getKey()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** Whether anything failed the last time. */
    synchronized boolean any() {
        return !rests.isEmpty();
    }
}
