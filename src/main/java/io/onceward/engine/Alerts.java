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
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

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

    /** By queue: since when its oldest event is due, how many are due, and when one of both has shown progress. */
    private Map<String, long[]> progress = Map.of();

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
     * @param outages what this node knows to be unavailable, by side
     * @param inStep how long a relay of each side has waited for the database or a thread
     */
    void tick(Map<Side, List<Outage>> outages, Map<Side, Duration> inStep) {
        if (isLooking.compareAndSet(false, true)) {
            lookedAt = time.nanos();
            isLong = false;
            try {
                executor.execute(() -> look(outages, inStep));
            } catch (RuntimeException | Error e) { // such as too many threads; the next call tries again
                isLooking.set(false);
            }
        } else if (!isLong && time.nanos() - lookedAt > LONG_CALL) {
            isLong = true;
            EngineLog.alertsWait();
        }
    }

    private void look(Map<Side, List<Outage>> outages, Map<Side, Duration> inStep) {
        try {
            toldAt.values()
                    .removeIf(at ->
                            time.nanos() - at >= config.alertsRepeatInterval().toNanos());
            Map<String, Alert> now = new LinkedHashMap<>();
            synchronized (parked) {
                parked.forEach((key, alert) -> {
                    if (!toldAt.containsKey(key)) {
                        now.put(key, alert);
                    }
                });
            }
            outages.forEach((side, some) -> some.forEach(outage -> addOutage(now, side, outage)));
            inStep.forEach((side, age) -> {
                if (age.compareTo(config.alertsStalledAfter()) >= 0) {
                    String text = "A relay of the " + side.text() + " has waited for the database or a thread for "
                            + Seconds.of(age) + " s";
                    add(now, Kind.RELAY_SILENT, side, "relay", 0, text, age);
                }
            });
            addQueues(now, outages);
            tell(now);
        } finally {
            isLooking.set(false);
        }
    }

    private void addOutage(Map<String, Alert> now, Side side, Outage outage) {
        String text = outage.resource().label() + " is unavailable. Waiting: " + String.join(", ", outage.queues())
                + ". Cause: " + outage.cause();
        add(now, Kind.BREAKER_OPEN, side, UserInfo.hidden(outage.name()), 0, text, outage.age());
    }

    /** Adds the queues that are behind or make no progress, unless they are paused. */
    private void addQueues(Map<String, Alert> now, Map<Side, List<Outage>> outages) {
        Map<String, long[]> next = new HashMap<>();
        long at = countedAt;
        figures.forEach((side, queues) -> {
            for (Backlog queue : queues) {
                Duration age = queue.oldestDue();
                if (age == null || queue.isPaused()) {
                    continue;
                }
                String text = side.queueKind() + " '" + queue.queue() + "': " + queue.due() + " due, the oldest for "
                        + Seconds.of(age) + " s";
                if (queue.due() > config.alertsMaxDue() || age.compareTo(config.alertsMaxAge()) > 0) {
                    add(now, Kind.BACKLOG, side, queue.queue(), queue.due(), "Backlog of " + text, Duration.ZERO);
                }
                String place = side + queue.datasource() + ' ' + queue.queue();
                Duration still = Duration.ofNanos(at - progress(place, next, queue, at));
                boolean waits = outages.get(side).stream()
                        .anyMatch(outage -> outage.queues().contains(queue.queue()));
                if (waits) {
                    next.remove(place); // its outage is told
                } else if (still.compareTo(config.alertsStalledAfter()) >= 0) {
                    add(now, Kind.QUEUE_STALLED, side, queue.queue(), queue.due(), "No progress of " + text, still);
                }
            }
        });
        progress = next;
    }

    /** Returns when a queue made progress last: events have left it, or the oldest one is another one. */
    private long progress(String place, Map<String, long[]> next, Backlog queue, long at) {
        Duration age = queue.oldestDue();
        // a row may say that it is 2,000 years old: the nanoseconds wrap, and so do those that they are compared with
        long oldest = at - (age.getSeconds() * 1_000_000_000 + age.getNano());
        long[] last = progress.get(place);
        if (last == null || queue.due() < last[1] || Math.abs(oldest - last[0]) > TOLERANCE) {
            last = new long[] {oldest, 0, at};
        }
        last[1] = queue.due();
        next.put(place, last);
        return last[2];
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

    private void tell(Map<String, Alert> now) {
        held = now;
        now.forEach((key, alert) -> {
            if (toldAt.putIfAbsent(key, time.nanos()) == null) {
                told.put(key, alert);
                tell(alert.kind() == Kind.PARKED ? taken(key) : alert);
            }
        });
        for (String key : List.copyOf(told.keySet())) {
            Alert last = now.containsKey(key) ? null : told.remove(key);
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
