// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Transactions;
import java.util.List;

/**
 * The way to a broker by a connection factory that knows nothing of JTA.
 *
 * @param transactions keeps a factory that does know JTA away from the relay's transaction
 */
record LocalJmsLink(JmsSessionPool pool, Transactions transactions) implements TransactedBatch.Link {

    /** Publishes in a transaction of a session. */
    @Override
    public void publish(List<OutboxEvent> events) throws Exception {
        transactions.suspended(() -> {
            publishBySession(events);
            return null;
        });
    }

    private void publishBySession(List<OutboxEvent> events) throws Exception {
        JmsSession session = pool.take();
        boolean confirmed = false;
        try {
            session.publish(events);
            confirmed = true;
        } finally {
            if (confirmed) {
                pool.giveBack(session);
            } else {
                session.close();
                pool.closeIdle();
            }
        }
    }

    @Override
    public void publishAlone(OutboxEvent event) throws Exception {
        transactions.suspended(() -> {
            pool.publishAlone(event);
            return null;
        });
    }

    @Override
    public void reach() throws Exception {
        transactions.suspended(() -> {
            pool.reach();
            return null;
        });
    }
}
