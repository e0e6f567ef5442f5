// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.store.QueuedEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The handler of a stored inbox, as {@code HandlerOutlet}, {@code HandlerBatch} and {@code IdempotentConsumer} give it messages: one transaction
 * has the claims, the deletion of the rows, and the effects. Local events have no claims.
 */
final class SimHandler {

    private final SimWorld world;
    private final SimNode node;

    SimHandler(SimWorld world, SimNode node) {
        this.world = world;
        this.node = node;
    }

    /**
     * Handles messages in one transaction, all or none. {@code CONFIRMED} means that the rows are removed, too, and {@code MISSING} that one is
     * not as it was read.
     */
    SimBroker.Answer handle(List<QueuedEvent> messages) {
        List<SimBroker.Answer> answers = new ArrayList<>();
        for (QueuedEvent message : messages) {
            SimBroker.Answer answer = world.broker.answer(world.event(message));
            if (answer == SimBroker.Answer.UNAVAILABLE || answer == SimBroker.Answer.ERROR) {
                return answer;
            }
            answers.add(answer);
        }
        SimTransaction own = new SimTransaction(node.name);
        try {
            return handle(messages, answers, own);
        } catch (SimFailure e) {
            if (world.isTold()) {
                world.tell(node.name, "fails to handle " + world.names(messages) + ": " + e.getMessage());
            }
            return world.isDatabaseDown() ? SimBroker.Answer.UNAVAILABLE : world.mistake.failedCommit();
        } finally {
            if (!own.ended && !world.isCommittedLater(own)) {
                world.db.end(own);
            }
        }
    }

    private SimBroker.Answer handle(List<QueuedEvent> messages, List<SimBroker.Answer> answers, SimTransaction own) {
        Set<QueuedEvent> before = new HashSet<>();
        if (!world.setting.local() && !claim(messages, own, before)) {
            return SimBroker.Answer.REFUSED_UNCOUNTED; // after it has waited for the other claim
        }
        if (!before.isEmpty() && messages.size() > 1) {
            return SimBroker.Answer.MISSING;
        }
        world.statement(node, "removes messages");
        for (QueuedEvent message : messages) {
            SimRow row = world.db.row(own, message.seq());
            if (row != null && row.is(message.state())) {
                if (!world.db.lockRow(own, message.seq()) && !mayBeLocked()) {
                    return SimBroker.Answer.REFUSED_UNCOUNTED;
                }
                world.db.delete(own, message.seq());
            } else if (!before.contains(message) && !world.mistake.handlesAnyway) {
                return SimBroker.Answer.MISSING;
            }
        }
        for (int i = 0; i < messages.size(); i++) {
            if (before.contains(messages.get(i))) {
                continue;
            }
            if (answers.get(i) == SimBroker.Answer.SILENCE) {
                world.lasts(node);
            }
            if (answers.get(i).isRefusal()) {
                return answers.get(i);
            }
            own.handled.add(world.event(messages.get(i)));
        }
        world.commit(node, own);
        return SimBroker.Answer.CONFIRMED;
    }

    /** Claims messages; returns whether no open transaction has. Adds those that a committed one has claimed. */
    private boolean claim(List<QueuedEvent> messages, SimTransaction own, Set<QueuedEvent> before) {
        world.statement(node, "claims messages");
        for (QueuedEvent message : messages) {
            String id = world.event(message).id;
            if (world.db.isClaimed(id) && !world.mistake.handlesAnyway) {
                before.add(message);
            }
            if (!world.db.claim(own, id)) {
                return false;
            }
        }
        return true;
    }

    private boolean mayBeLocked() {
        return world.mistake.handlesLocked && world.setting.local();
    }
}
