// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.store.FreshEvent;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.Queues;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.ToIntFunction;

/** The relays of one side of a datasource, one for each queue that this node serves. Thread-safe. */
public final class Relays {

    /** The interval between looks for malformed rows that no cycle reads. */
    private static final Duration MALFORMED_ROWS_INTERVAL = Duration.ofMinutes(5);

    /** The longest time that looks for work wait for the search for malformed rows, which blocks the keys of these rows. */
    private static final Duration LONGEST_SEARCH = Duration.ofSeconds(2);

    /** Most malformed rows in one transaction. */
    private static final int MALFORMED_ROWS = 1000;

    /** Decides which queues this node serves, and what their relays need. */
    public interface Opener {

        /** Returns whether this node serves a queue. */
        boolean serves(String queue);

        /**
         * Returns the queues that this node serves for now, because no node does. Called at each look for work.
         *
         * @param work the queues with events
         * @param others returns how many other nodes serve a queue
         * @param paused returns the paused queues, which no node serves for the time being
         * @throws Exception if the pauses can't be read
         */
        default Set<String> adopted(Set<String> work, ToIntFunction<String> others, Callable<Set<String>> paused)
                throws Exception {
            return Set.of();
        }

        /** Returns what the relay of a queue needs. */
        RelayParts open(QueueStore queue);
    }

    private final SideContext side;
    private final Resource database;
    private final NodeContext node;
    private final CircuitBreakers breakers;
    private final Queues queues;
    private final Opener opener;
    private final Map<String, Relay> relays = new ConcurrentHashMap<>();
    private final SerialTask look;
    private final SerialTask search;
    private volatile long searchedAt;
    private volatile boolean stopping;

    public Relays(SideContext side, Queues queues, Opener opener) {
        this.side = side;
        this.database = side.database();
        this.node = side.node();
        this.breakers = side.breakers();
        this.searchedAt = node.time().nanos() - MALFORMED_ROWS_INTERVAL.toNanos();
        this.queues = queues;
        this.opener = opener;
        this.look = new SerialTask(node.executor(), () -> false, this::look);
        this.search = new SerialTask(node.executor(), () -> false, this::search);
    }

    /**
     * Opens the relay of a queue, if this node serves it. The thread must have no transaction.
     *
     * @throws OncewardException if the database refuses
     */
    public void open(String queue) {
        open(queue, Set.of());
    }

    private void open(String queue, Set<String> adopted) {
        if (opener.serves(queue) || adopted.contains(queue)) {
            Relay relay = relays.computeIfAbsent(queue, this::relay);
            if (stopping) { // halt() has halted the relays that it found after it had set this
                relay.halt();
            }
        }
    }

    /** Closes the relays of queues that are no longer adopted, as soon as they have no batch: another node may serve them. */
    private void closeOthers(Set<String> adopted) {
        relays.forEach((queue, relay) -> {
            if (relay.isHalted() || !(opener.serves(queue) || adopted.contains(queue))) {
                relay.halt();
                if (relay.stop(Runnable::run)) {
                    relays.remove(queue, relay);
                }
            }
        });
    }

    private Relay relay(String name) {
        QueueStore queue = queues.open(name);
        return new Relay(side, queue, opener.open(queue));
    }

    /** Has a relay look for events in the lanes of these slots, soon. */
    public void wake(String queue, Set<Integer> slots) {
        Relay relay = relays.get(queue);
        if (relay != null) {
            relay.wake(slots);
        }
    }

    /** Has a relay publish an event that was recorded with its ticket. */
    public void wake(FreshEvent event) {
        Relay relay = relays.get(queueOf(event.event.event()));
        if (relay != null) { // it may have been closed since it gave the ticket
            relay.wake(event);
        }
    }

    /** Returns what a relay says before an event is recorded; {@link FreshEvent#NO_TICKET} if it has to read the event. */
    public long ticket(RecordedEvent event) {
        Relay relay = relays.get(queueOf(event));
        return relay == null ? FreshEvent.NO_TICKET : relay.ticket(event.slot());
    }

    private String queueOf(RecordedEvent event) {
        return queues.side().queueOf(event);
    }

    /** Wakes the relays after events were requeued or pauses have changed. */
    public void wakeForChange() {
        side.controls().forget();
        relays.values().forEach(Relay::wakeForChange);
    }

    /**
     * Gives up batches that take too long. Has another thread renew the lease, and wake the relays that have work, also such
     * whose time has come.
     */
    public void tick() {
        relays.values().forEach(Relay::watch);
        if (!stopping && !breakers.isOpen(database) && !look.isActive()) {
            look.request();
        }
    }

    private void look() {
        if (stopping) {
            return;
        }
        try {
            node.lease().keep();
            Set<String> work = node.transactions().inNew(queues::withWork);
            breakers.succeeded(database);
            Set<String> adopted = opener.adopted(
                    work,
                    queue -> node.lease().others(Relay.id(queues.side(), queue)),
                    () -> side.controls().current().paused());
            closeOthers(adopted);
            work.forEach(queue -> tryToOpen(queue, adopted));
            if (work.isEmpty()) {
                breakers.forgetAll();
            } else {
                breakers.forgetUnused();
            }
            wakeRelays(work);
        } catch (Exception e) {
            if (!stopping) {
                breakers.failed(database, e);
            }
        }
    }

    /** Opens the relay of a queue, unless only the rows of its lanes are at fault. */
    private void tryToOpen(String queue, Set<String> adopted) {
        try {
            open(queue, adopted);
        } catch (OncewardException e) {
            if (!Causes.isTableOutdated(e)) {
                throw e;
            }
            breakers.failed(Relay.lanes(database, queues.side(), queue), e);
        }
    }

    /**
     * Wakes the relays that have work. If a search for malformed rows is due, the search wakes all relays instead, and delays later
     * looks for two seconds at most.
     */
    private void wakeRelays(Set<String> work) {
        long sinceSearch = node.time().nanos() - searchedAt;
        if (sinceSearch >= MALFORMED_ROWS_INTERVAL.toNanos()) {
            searchedAt = node.time().nanos();
            search.request();
        } else if (!search.isActive() || sinceSearch > LONGEST_SEARCH.toNanos()) {
            relays.forEach((queue, relay) -> {
                if (work.contains(queue) || relay.needsTick()) {
                    relay.tick();
                }
            });
        }
    }

    /** Parks malformed rows, and wakes each relay afterwards, which also looks for blocked events. */
    private void search() {
        for (Relay relay : relays.values()) {
            try {
                boolean more = true;
                while (more && !stopping) {
                    more = relay.parkMalformedRows(MALFORMED_ROWS);
                }
            } catch (Exception e) {
                RelayLog.malformedRowsNotFound(database.name(), e);
            }
            relay.tick();
        }
    }

    /** Starts no further batch. */
    public void halt() {
        stopping = true;
        relays.values().forEach(Relay::halt);
    }

    /** Returns whether it starts no further batch. */
    public boolean isHalted() {
        return stopping;
    }

    /**
     * Has the lanes of the queues without a batch given up; {@link #halt} comes first. It waits for nothing, so it is called again
     * while batches are left.
     *
     * @param last gives up the lanes of a queue; the database may not answer
     * @return whether no batch is left
     */
    public boolean stop(Executor last) {
        boolean all = look.close();
        for (Relay relay : relays.values()) {
            all &= relay.stop(last);
        }
        return all;
    }

    /**
     * Logs that the stop waits no longer, and which queues still have a batch.
     *
     * @param patience the time that the whole wait was allowed
     */
    public void stopped(Duration patience) {
        relays.values().forEach(relay -> relay.stopped(patience));
        RelayLog.relayStopped(database.name());
    }

    /** Returns the longest time that a relay, or the look for work, has been in its current step. Brokers and handlers do not count. */
    public Duration inStep() {
        return relays.values().stream()
                .map(Relay::inStep)
                .reduce(look.inStep(), (one, other) -> one.compareTo(other) > 0 ? one : other);
    }

    /** Returns whether nothing failed at the last attempt, neither the relays' database nor a connection to a broker. */
    public boolean isHealthy() {
        return failingDatabases().isEmpty() && failingBrokers().isEmpty();
    }

    /** Returns the database, and lanes of queues in it, that failed at the last attempt. */
    public List<Outage> failingDatabases() {
        return outages(Set.of(Resource.Kind.DATABASE));
    }

    /** Returns the connections to brokers that failed at the last attempt. */
    public List<Outage> failingBrokers() {
        return outages(Set.of(Resource.Kind.CONNECTION, Resource.Kind.MISSING_ADAPTER));
    }

    /** Returns all that failed at the last attempt: also destinations of reachable brokers, which refused their last events. */
    public List<Outage> failing() {
        return outages(EnumSet.allOf(Resource.Kind.class));
    }

    private List<Outage> outages(Set<Resource.Kind> kinds) {
        return breakers.outages(kinds).stream()
                .map(outage -> outage.withQueues(waitingFor(outage.resource())))
                .toList();
    }

    private List<String> waitingFor(Resource resource) {
        return relays.entrySet().stream()
                .filter(relay -> relay.getValue().waitsFor(resource))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns when an event was published last. */
    public Optional<Instant> lastPublished() {
        return relays.values().stream()
                .flatMap(relay -> relay.lastPublished().stream())
                .max(Comparator.naturalOrder());
    }

    /** Returns when this node has published or handled an event of a queue last. */
    public Optional<Instant> lastPublished(String queue) {
        return Optional.ofNullable(relays.get(queue)).flatMap(Relay::lastPublished);
    }

    /** Returns the names of the queues whose relays are open. */
    Set<String> open() {
        return new HashSet<>(relays.keySet());
    }
}
