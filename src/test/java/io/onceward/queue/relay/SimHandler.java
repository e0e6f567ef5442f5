// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.store.QueuedEvent;

/**
 * The handler of a stored inbox, as {@code HandlerOutlet} and {@code IdempotentConsumer} give it a message: one transaction has the claim,
 * the effects and the deletion of the row.
 */
final class SimHandler {

    private final SimWorld world;
    private final SimNode node;

    SimHandler(SimWorld world, SimNode node) {
        this.world = world;
        this.node = node;
    }

    /** Handles a message. {@code CONFIRMED} means that the row is removed, too, and {@code MISSING} that it is not as it was read. */
    SimBroker.Answer handle(QueuedEvent message) {
        SimEvent event = world.event(message);
        SimBroker.Answer answer = world.broker.answer(event);
        if (answer == SimBroker.Answer.UNAVAILABLE || answer == SimBroker.Answer.ERROR) {
            return answer;
        }
        SimTransaction own = new SimTransaction(node.name);
        try {
            return handle(message, event, answer, own);
        } catch (SimFailure e) {
            world.tell(node.name, "fails to handle " + event + ": " + e.getMessage());
            return world.isDatabaseDown() ? SimBroker.Answer.UNAVAILABLE : world.mistake.failedCommit();
        } finally {
            if (!own.ended && !world.isCommittedLater(own)) {
                world.db.end(own);
            }
        }
    }

    private SimBroker.Answer handle(QueuedEvent message, SimEvent event, SimBroker.Answer answer, SimTransaction own) {
        world.statement(node, "claims a message");
        boolean first = world.mistake.handlesAnyway || !world.db.isClaimed(event.id);
        if (!world.db.claim(own, event.id)) {
            return SimBroker.Answer.REFUSED_UNCOUNTED; // after it has waited for the other claim
        }
        world.statement(node, "removes a message");
        SimRow row = world.db.row(own, message.seq());
        if (row != null && row.is(message.state())) {
            if (!world.db.lockRow(own, message.seq())) {
                return SimBroker.Answer.REFUSED_UNCOUNTED;
            }
            world.db.delete(own, message.seq());
        } else if (first && !world.mistake.handlesAnyway) {
            return SimBroker.Answer.MISSING;
        }
        if (first) {
            if (answer == SimBroker.Answer.SILENCE) {
                world.lasts(node);
            }
            if (answer.isRefusal()) {
                return answer;
            }
            own.handled.add(event);
        }
        world.commit(node, own);
        return SimBroker.Answer.CONFIRMED;
    }
}
