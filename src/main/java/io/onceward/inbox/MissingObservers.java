// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.queue.machine.Refusal;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.relay.Outlet;
import io.onceward.queue.store.DeclaredPolicy;
import io.onceward.queue.store.QueuedEvent;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * The durable observers that another version of the application has. Nodes of that version may still run, or be about to start, so waiting
 * events are left to them for a time, and then parked if no node has the observer. Thread-safe.
 */
public final class MissingObservers implements Outlet {

    private final Duration parkAfter;

    /** Written once, when the policies of the application are declared. */
    private volatile Set<String> missing = Set.of();

    /** Since when events have waited, and no node has served the queue. */
    private final Map<String, Long> waiting = new ConcurrentHashMap<>();

    /** @param parkAfter how long the events are left to other nodes */
    public MissingObservers(Duration parkAfter) {
        this.parkAfter = parkAfter;
    }

    /**
     * Finds those of an application.
     *
     * @param declared the policies of all handlers, as they are in the database
     * @param own the handlers that the application has
     */
    public void find(String application, Collection<DeclaredPolicy> declared, Set<String> own) {
        missing = declared.stream()
                .filter(policy -> policy.application().equals(application))
                .map(DeclaredPolicy::queue)
                .filter(queue -> DurableQueue.isOne(queue) && !own.contains(queue))
                .collect(Collectors.toSet());
    }

    /** Returns whether there are such observers. */
    public boolean areThere() {
        return !missing.isEmpty();
    }

    /**
     * Returns the queues whose events are to be parked now: for the whole time they had events at each call, and no other node served them.
     * The time begins anew after a pause, during which no node serves a queue.
     *
     * @param work the queues with events
     * @param others returns how many other nodes serve a queue
     * @param paused returns the paused queues; only asked if one of these queues has events
     * @throws Exception if the pauses can't be read
     */
    public Set<String> due(Set<String> work, ToIntFunction<String> others, Callable<Set<String>> paused)
            throws Exception {
        long now = System.nanoTime();
        waiting.keySet().retainAll(work);
        for (String queue : missing) {
            if (!work.contains(queue)) {
                continue;
            }
            if (others.applyAsInt(queue) > 0 || paused.call().contains(queue)) {
                waiting.remove(queue);
            } else {
                waiting.putIfAbsent(queue, now);
            }
        }
        return waiting.entrySet().stream()
                .filter(since -> now - since.getValue() >= parkAfter.toNanos())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    @Override
    public Resource resource() {
        return Resource.database("missing observers");
    }

    @Override
    public boolean takesBatches() {
        return true;
    }

    @Override
    public boolean hasDestinationBreakers() {
        return false;
    }

    @Override
    public void publish(List<QueuedEvent> events, Outcomes outcomes) {
        for (QueuedEvent event : events) {
            outcomes.refused(
                    event,
                    Refusal.forever(InboxErrors.observerMissing(event.event().channel())));
        }
    }
}
