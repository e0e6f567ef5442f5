// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.EventState;
import io.onceward.queue.machine.Attempted;
import io.onceward.queue.machine.Refusal;
import io.onceward.queue.machine.Taken;
import io.onceward.queue.store.QueuedEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Publishes or handles batches, as {@link Sender} and {@link BatchAttempt} do: an event that is not confirmed holds back the later ones of its key. */
final class SimSender implements SimActor {

    private final SimWorld world;
    private final SimNode node;
    private final int number;
    private boolean requested;
    private boolean runs;
    private Taken batch;
    private int sent;
    private long hangsUntil;
    private long since;
    private final List<QueuedEvent> confirmed = new ArrayList<>();
    private final List<QueuedEvent> removed = new ArrayList<>();
    private final Map<QueuedEvent, Refusal> refused = new LinkedHashMap<>();
    private final Set<String> waiting = new HashSet<>();
    private final Set<String> failing = new HashSet<>();

    /** The parts of the batch that a batch handler still gets, each in one transaction. */
    private final Deque<List<QueuedEvent>> groups = new ArrayDeque<>();

    private SimBroker.Answer pendingAnswer;
    private boolean busy;

    /** Handles what it takes; {@code null} if it publishes. */
    private final SimHandler handler;

    /** Whether its batch was given up: it takes no further one. */
    boolean abandoned;

    SimSender(SimWorld world, SimNode node, int number) {
        this.world = world;
        this.node = node;
        this.number = number;
        this.handler = world.setting.handles() ? new SimHandler(world, node) : null;
    }

    void request() {
        requested = true;
    }

    boolean isRunning() {
        return requested || runs;
    }

    boolean hasBatch() {
        return batch != null;
    }

    boolean isOverdue(long limit) {
        return batch != null && world.now - since > limit;
    }

    @Override
    public long due() {
        if (busy) {
            return NEVER;
        }
        if (node.isAsleep() || !isRunning()) {
            return node.isAsleep() && isRunning() && !node.crashed ? node.wakesAt() : NEVER;
        }
        return node.crashed ? NEVER : hangsUntil;
    }

    @Override
    public void step() {
        busy = true;
        try {
            work();
        } finally {
            busy = false;
        }
    }

    private void work() {
        if (batch == null) {
            take();
        } else if (!groups.isEmpty() && !abandoned) {
            handle();
        } else if (sent < batch.events().size() && !(abandoned && pendingAnswer == null)) {
            send();
        } else {
            report();
        }
    }

    private void take() {
        requested = false;
        runs = true;
        Taken next = abandoned || node.halted ? null : node.machine.take(world.setting.batchSize());
        if (next == null || next.events().isEmpty()) {
            runs = false;
            return;
        }
        if (node.knowsOfPause()) {
            throw new SimViolation("PauseHolds", node.name + " knows of the pause, and sends");
        }
        batch = next;
        since = world.now;
        world.tellTaken(node.name + "." + number, next.events());
        if (world.setting.batches()) {
            divide(next.events());
        }
    }

    /** What was refused before is alone. */
    private void divide(List<QueuedEvent> events) {
        groups.add(events.stream()
                .filter(event -> event.state() == EventState.PENDING)
                .toList());
        events.stream()
                .filter(event -> event.state() != EventState.PENDING)
                .map(List::of)
                .forEach(groups::add);
        sent = events.size();
    }

    /** Gives a part of the batch to its handler. If it fails, its halves follow. */
    private void handle() {
        do {
            List<QueuedEvent> group = wanted(groups.pop());
            SimBroker.Answer answer = group.isEmpty() ? SimBroker.Answer.CONFIRMED : handler.handle(group);
            if (node.crashed) {
                return;
            }
            if (answer == SimBroker.Answer.ERROR) {
                groups.clear();
            } else if (group.size() == 1
                    || answer == SimBroker.Answer.CONFIRMED
                    || answer == SimBroker.Answer.UNAVAILABLE) {
                group.forEach(event -> answered(event, answer));
            } else if (world.mistake.countsBatches && answer == SimBroker.Answer.REFUSED) {
                group.forEach(event -> refuse(event, SimBroker.COUNTED));
            } else {
                halve(group);
            }
        } while (world.setting.together() && !abandoned && !groups.isEmpty());
    }

    private List<QueuedEvent> wanted(List<QueuedEvent> group) {
        List<QueuedEvent> wanted = new ArrayList<>();
        for (QueuedEvent event : group) {
            if ((mustWait(event) && !world.mistake.keepsGoing)
                    || node.isOpen(event.event().destination())) {
                left(event);
                failingIfOpen(event);
            } else {
                wanted.add(event);
            }
        }
        return wanted;
    }

    private void halve(List<QueuedEvent> group) {
        int half = group.size() / 2;
        List<QueuedEvent> earlier = group.subList(0, half);
        List<QueuedEvent> later = group.subList(half, group.size());
        groups.push(world.mistake.laterHalfFirst ? earlier : later);
        groups.push(world.mistake.laterHalfFirst ? later : earlier);
    }

    private void send() {
        if (pendingAnswer != null) { // the broker answers at last
            SimBroker.Answer answer = pendingAnswer;
            pendingAnswer = null;
            answered(batch.events().get(sent++), answer);
            return;
        }
        do {
            QueuedEvent event = batch.events().get(sent);
            if (mustWait(event) || node.isOpen(event.event().destination())) {
                left(event);
                failingIfOpen(event);
                sent++;
            } else {
                SimBroker.Answer answer =
                        handler == null ? world.broker.send(world.event(event), node) : handler.handle(List.of(event));
                if (node.crashed) {
                    return;
                }
                if (answer == SimBroker.Answer.SILENCE) {
                    hangsUntil = world.now + world.silence();
                    pendingAnswer = world.choices.oneIn(2) ? SimBroker.Answer.LOST : SimBroker.Answer.UNAVAILABLE;
                    return;
                }
                sent++;
                answered(event, answer);
            }
        } while (world.setting.together() && !abandoned && sent < batch.events().size());
    }

    private void answered(QueuedEvent event, SimBroker.Answer answer) {
        SimEvent known = world.event(event);
        switch (answer) {
            case CONFIRMED -> {
                confirmed.add(event);
                if (handler != null) {
                    removed.add(event);
                }
            }
            case LOST -> {
                world.judge.mayRepeat();
                world.broker.arrives(known, node.name);
                left(event);
            }
            case UNAVAILABLE, SILENCE -> {
                node.destinationFailed(event.event().destination());
                left(event);
                failingIfOpen(event);
            }
            case ERROR -> sent = batch.events().size();
            case REFUSED -> {
                known.refusals++;
                refuse(event, SimBroker.COUNTED);
            }
            case REFUSED_UNCOUNTED -> refuse(event, SimBroker.UNCOUNTED);
            case REFUSED_FOREVER -> {
                known.refusedForever = true;
                refuse(event, SimBroker.FOREVER);
            }
            case MISSING -> left(event);
        }
    }

    private void refuse(QueuedEvent event, Refusal refusal) {
        refused.put(event, refusal);
        left(event);
    }

    private boolean mustWait(QueuedEvent event) {
        return event.orderKey() != null && waiting.contains(event.orderKey().key());
    }

    private void left(QueuedEvent event) {
        if (event.orderKey() != null) {
            waiting.add(event.orderKey().key());
        }
    }

    private void failingIfOpen(QueuedEvent event) {
        if (node.isOpen(event.event().destination())) {
            failing.add(event.event().destination());
        }
    }

    private void report() {
        if (world.isTold()) {
            world.tell(
                    node.name + "." + number,
                    "reports " + confirmed.size() + " confirmed, " + refused.size() + " refused of "
                            + batch.events().size() + (abandoned ? ", too late" : ""));
        }
        node.machine.report(batch, attempted());
        node.machine.abandon(batch);
        node.reported(confirmed.isEmpty() ? Set.copyOf(failing) : Set.of());
        batch = null;
        sent = 0;
        groups.clear();
        confirmed.clear();
        removed.clear();
        refused.clear();
        waiting.clear();
        failing.clear();
        requested = true; // it looks for the next batch
    }

    private Attempted attempted() {
        return new Attempted(List.copyOf(confirmed), List.copyOf(removed), new LinkedHashMap<>(refused));
    }

    /** Another thread gives its batch up. */
    void abandon() {
        abandoned = true;
        world.judge.mayRepeat();
        world.tell(node.name, "gives up the batch of sender " + number);
        if (pendingAnswer != null) {
            node.destinationFailed(batch.events().get(sent).event().destination());
        }
        node.machine.abandon(batch, attempted());
    }

    /** Its process ends; what it has sent may still arrive. */
    void crash() {
        if (pendingAnswer == SimBroker.Answer.LOST) {
            world.broker.arrivesLater(world.event(batch.events().get(sent)), node.name);
        }
    }
}
