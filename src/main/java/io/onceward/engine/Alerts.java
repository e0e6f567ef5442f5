// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.api.Alert;
import io.onceward.api.Alert.Kind;
import io.onceward.api.Backlog;
import io.onceward.config.OncewardConfig;
import io.onceward.log.Seconds;
import io.onceward.log.UserInfo;
import io.onceward.queue.Side;
import io.onceward.queue.Time;
import io.onceward.queue.outage.Outage;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Tells the listeners of the application what its operator should know. A cause, which is a kind of alert about one queue or resource, is
 * told once, and again after an interval if it still holds or if further events were parked. A condition that was told and no longer holds
 * is told as over.
 *
 * <p>One task at a time looks for conditions, without a statement, and calls the listeners. While a listener blocks, nothing is looked for:
 * parked events add up, and a condition is told afterwards if it still holds. Nothing else waits for a listener. Thread-safe.
 */
final class Alerts {

    /** A listener that takes longer is logged. */
    private static final long LONG_CALL = Duration.ofSeconds(30).toNanos();

    /** Figures may be some seconds old, so the oldest event of one count seems younger or older in the next. */
    private static final long TOLERANCE = Duration.ofSeconds(10).toNanos();

    /** The queues that a text names. */
    private static final int NAMED = 3;

    /**
     * What this node knows of one side.
     *
     * @param outages what is unavailable
     * @param inStep how long a relay has waited for the database or a thread
     * @param lastPublished returns when this node has published or handled an event of a queue last
     */
    record View(Side side, List<Outage> outages, Duration inStep, Function<String, Optional<Instant>> lastPublished) {}

    /**
     * Which signs of progress a queue shows. Events of other nodes leave it if fewer are due, or if the oldest one is another one.
     *
     * @param oldest since when its oldest event is due, in nanoseconds
     * @param due how many are due, as far as they are counted
     * @param published when this node has published or handled one last
     * @param at when there was progress last, or the queue waited for an outage
     * @param isMoved whether there was progress since the look before
     */
    private record Progress(long oldest, long due, Optional<Instant> published, long at, boolean isMoved) {

        private Progress next(long oldestNow, long dueNow, Optional<Instant> publishedNow, boolean waits, long now) {
            boolean moved = dueNow < due
                    || Math.abs(oldestNow - oldest) > TOLERANCE
                    || (publishedNow.isPresent() && !publishedNow.equals(published));
            return new Progress(moved ? oldestNow : oldest, dueNow, publishedNow, moved || waits ? now : at, moved);
        }
    }

    private final List<Consumer<Alert>> listeners;
    private final OncewardConfig config;
    private final Supplier<String> node;
    private final Executor executor;
    private final Time time;
    private final AtomicBoolean isLooking = new AtomicBoolean();

    /** The parked events that were not told, by cause. */
    private final Map<String, Alert> parked = new HashMap<>();

    /** When causes were told, within the interval. Only the look uses it, like all that follows. */
    private final Map<String, Long> toldAt = new HashMap<>();

    private final Map<String, Alert> told = new HashMap<>();
    private Map<String, Alert> held = Map.of();

    /** By queue with due events. */
    private Map<String, Progress> progress = Map.of();

    private volatile Map<Side, List<Backlog>> figures = Map.of();

    /** When the figures were counted. Written before them, so it may belong to the next ones, which makes no difference. */
    private volatile long countedAt;

    /** Only the thread of the timer uses both. */
    private long lookedAt;

    private boolean isLong;

    /** @param node returns what alerts call this node */
    Alerts(
            List<Consumer<Alert>> listeners,
            OncewardConfig config,
            Supplier<String> node,
            Executor executor,
            Time time) {
        this.listeners = listeners;
        this.config = config;
        this.node = node;
        this.executor = executor;
        this.time = time;
    }

    /** Returns whether there is a listener. */
    boolean hasListeners() {
        return !listeners.isEmpty();
    }

    /** Takes note of an event that was parked, after its transaction has committed. */
    void parked(Side side, String queue, String reason) {
        if (hasListeners()) {
            synchronized (parked) {
                String key = key(Kind.PARKED, side, queue);
                Alert before = parked.get(key);
                long count = before == null ? 1 : before.count() + 1;
                String text = count + " parked in " + side.queueKind() + " '" + queue + "'. Last cause: " + reason;
                parked.put(
                        key,
                        alert(Kind.PARKED, side, queue, count, text, before == null ? time.now() : before.since()));
            }
        }
    }

    /** Takes backlog figures that were just counted. */
    void counted(List<Backlog> outbox, List<Backlog> inbox) {
        countedAt = time.nanos();
        figures = Map.of(Side.OUTBOX, outbox, Side.INBOX, inbox);
    }

    /**
     * Has the listeners told, on another thread. Call it regularly.
     *
     * @param sides returns what this node knows of both sides; called when a look begins
     */
    void tick(Supplier<List<View>> sides) {
        if (isLooking.compareAndSet(false, true)) {
            lookedAt = time.nanos();
            isLong = false;
            try {
                executor.execute(() -> look(sides));
            } catch (RuntimeException | Error e) { // such as too many threads; the next call tries again
                isLooking.set(false);
            }
        } else if (!isLong && time.nanos() - lookedAt > LONG_CALL) {
            isLong = true;
            EngineLog.alertsWait();
        }
    }

    private void look(Supplier<List<View>> sides) {
        try {
            toldAt.values()
                    .removeIf(at ->
                            time.nanos() - at >= config.alertsRepeatInterval().toNanos());
            Map<String, Alert> now = parkedToTell();
            Map<String, Alert> unended = new HashMap<>();
            Map<String, Progress> next = new HashMap<>();
            for (View view : sides.get()) {
                view.outages().forEach(outage -> addOutage(now, view.side(), outage));
                addSilent(now, view);
                addQueues(now, unended, next, view);
            }
            progress = next;
            tell(now, unended);
        } finally {
            isLooking.set(false);
        }
    }

    private Map<String, Alert> parkedToTell() {
        Map<String, Alert> toTell = new LinkedHashMap<>();
        synchronized (parked) {
            parked.forEach((key, alert) -> {
                if (!toldAt.containsKey(key)) {
                    toTell.put(key, alert);
                }
            });
        }
        return toTell;
    }

    private void addOutage(Map<String, Alert> now, Side side, Outage outage) {
        String text =
                outage.resource().label() + " is unavailable" + waiting(outage.queues()) + ". Cause: " + outage.cause();
        add(now, Kind.BREAKER_OPEN, side, UserInfo.hidden(outage.name()), 0, text, outage.age());
    }

    private static String waiting(List<String> queues) {
        int more = queues.size() - NAMED;
        return queues.isEmpty()
                ? ""
                : ". Waiting: " + queues.stream().limit(NAMED).collect(Collectors.joining(", "))
                        + (more > 0 ? " and " + more + " more" : "");
    }

    private void addSilent(Map<String, Alert> now, View view) {
        Duration age = view.inStep();
        if (age.compareTo(config.alertsStalledAfter()) >= 0) {
            String text = "A relay of the " + view.side().text() + " has waited for the database or a thread for "
                    + Seconds.of(age) + " s";
            add(now, Kind.RELAY_SILENT, view.side(), "relay", 0, text, age);
        }
    }

    /** Adds the queues that are behind or make no progress, unless they are paused. One that waits for an outage stays as it was told. */
    private void addQueues(Map<String, Alert> now, Map<String, Alert> unended, Map<String, Progress> next, View view) {
        Side side = view.side();
        long at = countedAt;
        Set<String> waiting = view.outages().stream()
                .flatMap(outage -> outage.queues().stream())
                .collect(Collectors.toSet());
        waiting.forEach(queue -> keep(unended, key(Kind.QUEUE_STALLED, side, queue)));
        for (Backlog queue : figures.getOrDefault(side, List.of())) {
            Duration age = queue.oldestDue();
            if (age == null || queue.isPaused()) {
                continue;
            }
            String name = queue.queue();
            String text = side.queueKind() + " '" + name + "': " + (queue.isLowerBound() ? "at least " : "")
                    + queue.due() + " due, the oldest for " + Seconds.of(age) + " s";
            if (queue.due() > config.alertsMaxDue() || age.compareTo(config.alertsMaxAge()) > 0) {
                add(now, Kind.BACKLOG, side, name, queue.due(), "Backlog of " + text, Duration.ZERO);
            }
            String place = side + queue.datasource() + ' ' + name;
            Progress last = progress.get(place);
            Progress current = progress(last, queue, view.lastPublished().apply(name), waiting.contains(name), at);
            next.put(place, current);
            Duration still = Duration.ofNanos(at - current.at());
            if (still.compareTo(config.alertsStalledAfter()) >= 0) {
                add(now, Kind.QUEUE_STALLED, side, name, queue.due(), "No progress seen of " + text, still);
            } else if (!current.isMoved()) {
                keep(unended, key(Kind.QUEUE_STALLED, side, name));
            }
        }
    }

    /** Keeps what was told from being told as over. */
    private void keep(Map<String, Alert> unended, String key) {
        Alert last = told.get(key);
        if (last != null) {
            unended.put(key, last);
        }
    }

    private static Progress progress(
            Progress last, Backlog queue, Optional<Instant> published, boolean waits, long at) {
        Duration age = queue.oldestDue();
        // a row may say that it is 2,000 years old: the nanoseconds wrap, and so do those that they are compared with
        long oldest = at - (age.getSeconds() * 1_000_000_000 + age.getNano());
        return last == null
                ? new Progress(oldest, queue.due(), published, at, false)
                : last.next(oldest, queue.due(), published, waits, at);
    }

    private void add(
            Map<String, Alert> now, Kind kind, Side side, String subject, long count, String text, Duration age) {
        String key = key(kind, side, subject);
        Alert before = held.get(key);
        Instant since = before == null ? time.now().minus(age) : before.since();
        now.putIfAbsent(key, alert(kind, side, subject, count, text, since));
    }

    private static String key(Kind kind, Side side, String subject) {
        return kind + " " + side + " " + subject;
    }

    private Alert alert(Kind kind, Side side, String subject, long count, String text, Instant since) {
        return new Alert(kind, false, side.text(), subject, count, text, since, node.get());
    }

    /** @param unended what was told and is neither repeated nor over */
    private void tell(Map<String, Alert> now, Map<String, Alert> unended) {
        held = new HashMap<>(unended);
        held.putAll(now);
        now.forEach((key, alert) -> {
            if (toldAt.putIfAbsent(key, time.nanos()) == null) {
                told.put(key, alert);
                tell(alert.kind() == Kind.PARKED ? taken(key) : alert);
            }
        });
        for (String key : List.copyOf(told.keySet())) {
            Alert last = held.containsKey(key) ? null : told.remove(key);
            if (last != null && last.kind() != Kind.PARKED) {
                tell(new Alert(
                        last.kind(),
                        true,
                        last.side(),
                        last.subject(),
                        last.count(),
                        "Over: " + last.text(),
                        last.since(),
                        last.node()));
            }
        }
    }

    /** Returns what was parked until now, which is told. */
    private Alert taken(String key) {
        synchronized (parked) {
            return parked.remove(key);
        }
    }

    private void tell(Alert alert) {
        for (Consumer<Alert> listener : listeners) {
            try {
                listener.accept(alert);
            } catch (RuntimeException | Error e) { // other code; the next alert may succeed
                EngineLog.alertNotTold(alert.text(), e);
            }
        }
    }
}
