// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.admin.Admin;
import io.onceward.config.OncewardConfig;
import io.onceward.jdbc.Database;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Side;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.relay.NodeContext;
import io.onceward.queue.relay.PolicyDeclaration;
import io.onceward.queue.relay.QueueControls;
import io.onceward.queue.relay.Relays;
import io.onceward.queue.relay.SideContext;
import io.onceward.queue.store.AppendStore;
import io.onceward.queue.store.FreshEvent;
import io.onceward.queue.store.RetryPolicy;
import io.onceward.queue.store.SideStores;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One side on this node, outbox or stored inbox: the relays of its datasources, the retry policies that this application declares, and
 * the administration. Thread-safe.
 */
final class QueueSide {

    private final Side side;
    private final OncewardConfig config;
    private final Platform platform;
    private final Databases databases;
    private final Map<AppendStore, Relays> relays = new ConcurrentHashMap<>();

    QueueSide(Side side, OncewardConfig config, Platform platform, Databases databases) {
        this.side = side;
        this.config = config;
        this.platform = platform;
        this.databases = databases;
    }

    /** Returns the stores of an open datasource. */
    SideStores stores(String datasource) {
        return databases.all().get(datasource).stores(side);
    }

    /** Returns what the log calls a datasource. */
    private String label(String datasource) {
        return side == Side.OUTBOX ? "datasource " + datasource : "the stored inbox";
    }

    /** Opens the relays of an open datasource. Further calls do nothing. */
    void open(String datasource, Supplier<CircuitBreakers> breakers, Relays.Opener opener) {
        SideStores stores = stores(datasource);
        relays.computeIfAbsent(stores.append(), store -> {
            NodeContext node = databases.node(datasource);
            QueueControls controls = new QueueControls(
                    stores.policies()::controls, node.transactions(), config.relayPollingInterval(), node.time());
            return new Relays(
                    new SideContext(Resource.database(label(datasource)), node, controls, breakers.get()),
                    stores.queues(),
                    opener);
        });
    }

    /** Opens a queue of a datasource whose tables exist, if its relays are open. */
    void openQueue(String datasource, String queue) {
        Relays found = relays.get(stores(datasource).append());
        if (found != null) {
            platform.outsideOfTransactions(datasource, () -> {
                found.open(queue);
                return null;
            });
        }
    }

    /** Declares the retry policies of queues of a datasource. */
    void declare(String datasource, String application, Map<String, RetryPolicy> policies) {
        new PolicyDeclaration(label(datasource), side, stores(datasource).policies(), platform.transactions())
                .declare(application, policies);
    }

    /**
     * Returns the administration.
     *
     * @param opened the open datasources that have this side
     * @param known the queues that a datasource has for this application, even without rows
     * @param beforePause refuses queues that can't be paused
     * @param payloads decodes the payloads of rows
     */
    Admin admin(
            Supplier<Collection<Database>> opened,
            Function<String, Collection<String>> known,
            Consumer<String> beforePause,
            StoredPayloads payloads) {
        return new Admin(
                side,
                () -> opened.get().stream()
                        .map(database -> database.stores(side).admin())
                        .toList(),
                known,
                platform.transactions(),
                this::wakeForChange,
                beforePause,
                config.adminRefresh(),
                payloads);
    }

    /** Returns what the relay of an event says before it is recorded. */
    long ticket(AppendStore store, RecordedEvent event) {
        Relays asked = relays.get(store);
        return asked == null ? FreshEvent.NO_TICKET : asked.ticket(event);
    }

    /**
     * Wakes the relays of events that were committed.
     *
     * @param fresh what a relay may publish without reading it; {@code null} if it has to read the events
     */
    void committed(AppendStore store, List<RecordedEvent> events, FreshEvent fresh) {
        if (fresh != null) {
            relays.get(store).wake(fresh);
            return;
        }
        Map<String, Set<Integer>> slots = new HashMap<>();
        events.forEach(event -> slots.computeIfAbsent(side.queueOf(event), queue -> new HashSet<>())
                .add(event.slot()));
        slots.forEach((queue, some) -> wake(store, queue, some));
    }

    /** Has the relay of a queue look for events in the lanes of these slots, soon. */
    void wake(AppendStore store, String queue, Set<Integer> slots) {
        Relays woken = relays.get(store);
        if (woken != null) {
            woken.wake(queue, slots);
        }
    }

    /** Wakes the relays after a requeue or a resume. */
    void wakeForChange() {
        relays.values().forEach(Relays::wakeForChange);
    }

    void tick() {
        relays.values().forEach(Relays::tick);
    }

    /** Returns the databases, and lanes of queues in them, that failed in the last attempt of a relay. */
    List<Outage> failingDatabases() {
        return failing(Relays::failingDatabases);
    }

    /** Returns the brokers that failed in the last attempt of a relay. */
    List<Outage> failingBrokers() {
        return failing(Relays::failingBrokers);
    }

    /** Returns all that failed in the last attempt of a relay. */
    List<Outage> failing() {
        return failing(Relays::failing);
    }

    private List<Outage> failing(Function<Relays, List<Outage>> kind) {
        Map<String, Outage> byName = new TreeMap<>();
        relays.values().stream()
                .flatMap(relay -> kind.apply(relay).stream())
                .forEach(outage -> byName.merge(outage.name(), outage, Outage::and));
        return List.copyOf(byName.values());
    }

    /** Returns the longest time that a relay has been in its current step. */
    Duration inStep() {
        return relays.values().stream()
                .map(Relays::inStep)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Returns whether this node runs no relay. */
    boolean isEmpty() {
        return relays.isEmpty();
    }

    /** Returns whether a relay starts no further batch. */
    boolean isHalted() {
        return relays.values().stream().anyMatch(Relays::isHalted);
    }

    /** Returns whether nothing failed in the last attempt of each relay. */
    boolean isHealthy() {
        return relays.values().stream().allMatch(Relays::isHealthy);
    }

    /** @param failing what is unavailable on this side */
    Alerts.View view(List<Outage> failing) {
        return new Alerts.View(side, failing, inStep(), queue -> relays.values().stream()
                .flatMap(relay -> relay.lastPublished(queue).stream())
                .max(Comparator.naturalOrder()));
    }

    Optional<Instant> lastPublished() {
        return relays.values().stream()
                .flatMap(relay -> relay.lastPublished().stream())
                .max(Comparator.naturalOrder());
    }

    /** Stops after the current batches. */
    void halt() {
        relays.values().forEach(Relays::halt);
    }

    /** Has the lanes of queues without a batch given up, after {@link #halt}; returns whether no batch is left. */
    boolean stop(Executor last) {
        boolean all = true;
        for (Relays each : relays.values()) {
            all &= each.stop(last);
        }
        return all;
    }

    /** Logs that the stop waits no longer. */
    void stopped(Duration patience) {
        relays.values().forEach(each -> each.stopped(patience));
    }
}
