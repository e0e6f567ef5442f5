// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.queue.relay.LockedRowException;
import io.onceward.queue.relay.MissingRowException;
import io.onceward.queue.relay.OtherCode;
import io.onceward.queue.relay.Outlet;
import io.onceward.queue.relay.ReservedHeaders;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueuedEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Gives several messages to a handler, and finds those that fail.
 *
 * <ol>
 *   <li>The batch is divided by the contexts of the application and by the depth of local events: a transaction has one of each.
 *   <li>Each message is decoded. One that can't be is refused alone, after the earlier ones of its key: if it were refused before them,
 *       their key would wait, and one that fails would be left without an attempt, for ever.
 *   <li>One transaction claims all messages in one statement, removes their rows, and runs the handler. It commits for all or for none.
 *   <li>If it fails, this is an attempt of no message. Its halves follow, the earlier one first, and are decoded again, because the
 *       handler may have changed the objects. So do they if a message was claimed before, or its row is gone or locked.
 *   <li>A message that is left alone is handled like one of another handler. Its failure is its own attempt, with its own cause.
 * </ol>
 *
 * <p>The order of a key holds: groups run one after the other, the messages of a key are never in an earlier group than those before
 * them, and {@link Outlet.Outcomes#wants} is asked before each group, so that later messages of a key wait for one that has failed. Used
 * once, by one thread.
 */
final class HandlerBatch {

    private final HandlerOutlet outlet;
    private final MessageHandler handler;
    private final IdempotentConsumer inbox;
    private final Outlet.Outcomes outcomes;
    private final Deque<List<QueuedEvent>> groups = new ArrayDeque<>();
    private boolean logged;

    HandlerBatch(HandlerOutlet outlet, MessageHandler handler, IdempotentConsumer inbox, Outlet.Outcomes outcomes) {
        this.outlet = outlet;
        this.handler = handler;
        this.inbox = inbox;
        this.outcomes = outcomes;
    }

    void run(List<QueuedEvent> events) {
        groups.addAll(divided(events));
        while (!groups.isEmpty()) {
            List<QueuedEvent> group = wanted(groups.pop());
            if (group.size() > 1) {
                handle(group);
            } else {
                group.forEach(event -> outlet.handle(event, outcomes));
            }
        }
    }

    /**
     * What all messages of a transaction have in common.
     *
     * @param depth how many local events have led to them, because an event that the handler records has one more: with the highest
     *     one of a batch, chains of events would become longer than they are
     */
    private record Common(List<Optional<String>> contexts, int depth) {}

    private Common common(QueuedEvent event) {
        Map<String, String> headers = event.event().headers();
        return new Common(
                inbox.contexts(headers),
                Math.max(
                        1, ReservedHeaders.localDepth(headers).orElse(0))); // messages and first events may be together
    }

    private List<List<QueuedEvent>> divided(List<QueuedEvent> events) {
        List<List<QueuedEvent>> divided = new ArrayList<>();
        List<Common> common = new ArrayList<>();
        Map<OrderKey, Integer> reached = new HashMap<>();
        for (QueuedEvent event : events) {
            Common own = common(event);
            int group = event.orderKey() == null ? 0 : reached.getOrDefault(event.orderKey(), 0);
            while (group < divided.size() && !common.get(group).equals(own)) {
                group++;
            }
            if (group == divided.size()) {
                divided.add(new ArrayList<>());
                common.add(own);
            }
            divided.get(group).add(event);
            if (event.orderKey() != null) {
                reached.put(event.orderKey(), group);
            }
        }
        return divided;
    }

    /** Returns those of the messages that may be handled now, and leaves the others for a later batch. */
    private List<QueuedEvent> wanted(List<QueuedEvent> group) {
        List<QueuedEvent> wanted = new ArrayList<>();
        for (QueuedEvent event : group) {
            if (outcomes.wants(event)) {
                wanted.add(event);
            } else {
                outcomes.left(event);
            }
        }
        return wanted;
    }

    private void handle(List<QueuedEvent> group) {
        List<QueuedEvent> decoded = new ArrayList<>();
        List<QueuedEvent> later = new ArrayList<>();
        List<Callable<?>> works = new ArrayList<>();
        for (QueuedEvent event : group) {
            if (isBehind(event, later)) {
                later.add(event);
                continue;
            }
            HandlerOutlet.Decoded message = outlet.decode(event);
            if (message.refusal() == null) {
                decoded.add(event);
                works.add(message.work());
            } else if (isBehind(event, decoded)) {
                later.add(event);
            } else {
                outlet.refused(event, message.refusal(), outcomes);
            }
        }
        if (decoded.size() < group.size()) { // later messages of their keys have to wait
            groups.push(later);
            groups.push(decoded);
        } else {
            transact(group, handler.together(works));
        }
    }

    private static boolean isBehind(QueuedEvent event, List<QueuedEvent> others) {
        return event.orderKey() != null
                && others.stream().anyMatch(other -> event.orderKey().equals(other.orderKey()));
    }

    private void transact(List<QueuedEvent> group, Callable<?> work) {
        try {
            OtherCode.call(() -> handler.inRequest(() ->
                    inbox.inContext(group.get(0).event().headers()::get, () -> outlet.claimAndHandle(group, work))));
            inbox.batchCommitted(handler.name(), group.size());
            group.forEach(outcomes::removed);
        } catch (MissingRowException | LockedRowException e) {
            halve(group);
        } catch (Exception e) {
            failed(group, e);
        }
    }

    private void failed(List<QueuedEvent> group, Exception failure) {
        if (InboxErrors.isClaimLimitReached(failure)) {
            outcomes.refused(
                    group.get(0),
                    HandlerOutlet.waitsWithoutFault(failure)); // one says so; a refused one is alone later
            group.subList(1, group.size()).forEach(outcomes::left);
        } else if (!outlet.isDatabaseAvailable()) {
            outcomes.unavailable(failure);
            groups.push(group); // nothing is wanted any more
        } else {
            if (!logged) {
                logged = true;
                InboxLog.batchFailed(handler.name(), group.size(), failure);
            }
            halve(group);
        }
    }

    private void halve(List<QueuedEvent> group) {
        int half = group.size() / 2;
        groups.push(group.subList(half, group.size()));
        groups.push(group.subList(0, half));
    }
}
