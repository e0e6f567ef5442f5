// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.outbox.capture.CaptureStatus;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Outages;
import io.onceward.queue.outage.Resource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether an operator is needed, and why. An outage is named with its cause for as long as it lasts.
 *
 * @param facts worst first, at least one; outages before queues of the same level
 */
record Verdict(List<Fact> facts) {

    static Verdict of(List<QueueStatus> queues, Outages outages, List<CaptureStatus> captures) {
        List<Fact> facts = new ArrayList<>();
        captures.forEach(capture -> CaptureFact.of(capture).ifPresent(facts::add));
        outages.all().forEach(outage -> facts.add(fact(outage, queues)));
        queues.stream().sorted(Comparator.comparing(QueueStatus::state)).forEach(queue -> queue.fact()
                .ifPresent(facts::add));
        if (facts.isEmpty()) {
            facts.add(allIsWell(queues));
        }
        facts.sort(Comparator.comparing(Fact::level));
        return new Verdict(List.copyOf(facts));
    }

    Level level() {
        return worst().level();
    }

    Fact worst() {
        return facts.get(0);
    }

    private static Fact fact(Outage outage, List<QueueStatus> queues) {
        List<QueueStatus> waiting =
                queues.stream().filter(queue -> queue.waitsFor(outage)).toList();
        boolean old = outage.age().compareTo(QueueState.OVERDUE) > 0
                || waiting.stream().anyMatch(queue -> QueueState.isOverdue(queue.backlog()));
        String state = old ? " has been unavailable for " + Fact.age(outage.age()) : " is unavailable";
        return new Fact(
                old ? Level.STUCK : Level.WARN,
                Optional.of(entry(outage.resource().kind())),
                outage.resource().label() + state,
                Optional.of(Cause.of(outage)),
                waiting,
                Optional.of(outage.age()),
                Optional.empty());
    }

    private static RunbookEntry entry(Resource.Kind kind) {
        return switch (kind) {
            case DATABASE -> RunbookEntry.DATABASE_DOWN;
            case HANDLER -> RunbookEntry.UNAVAILABLE_HANDLER;
            case DESTINATION -> RunbookEntry.EVENT_REFUSED_BY_THE_BROKER;
            case CONNECTION, MISSING_ADAPTER, RECEIVER -> RunbookEntry.BROKER_DOWN;
        };
    }

    /** Says only what the tables and this node show. */
    private static Fact allIsWell(List<QueueStatus> queues) {
        if (queues.isEmpty()) {
            return Fact.good("All is well: there is no queue yet, so nothing waits");
        }
        long paused =
                queues.stream().filter(queue -> queue.backlog().isPaused()).count();
        String pauses = paused == 0 ? "" : paused == 1 ? "; 1 queue is paused" : "; " + paused + " queues are paused";
        return Fact.good("All is well in outbox and stored inbox: nothing is parked, nothing is behind" + pauses
                + ". Not seen from here: the broker's own queues, such as dead-letter queues");
    }
}
