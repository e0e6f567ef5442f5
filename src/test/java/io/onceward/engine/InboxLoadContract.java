// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Deliveries in eight sessions on two nodes, on every database. {@code -Dinbox.messages=100000} is the load that the
 * documentation reports.
 */
@DialectContract
abstract class InboxLoadContract extends IdempotentCallFixture {

    private static final int MESSAGES = Integer.getInteger("inbox.messages", 10_000);
    private static final int SESSIONS = 8;

    @Test
    void manySessionsOnTwoNodesHaveOneEffectForEachMessage() throws Exception {
        List<Integer> deliveries = deliveries();
        AtomicInteger next = new AtomicInteger();
        List<Callable<Void>> sessions = new ArrayList<>();
        for (int s = 0; s < SESSIONS; s++) {
            Engine node = nodes.get(s % NODES);
            sessions.add(() -> {
                for (int i = next.getAndIncrement(); i < deliveries.size(); i = next.getAndIncrement()) {
                    int message = deliveries.get(i);
                    deliver(node, message);
                }
                return null;
            });
        }
        for (Future<Void> session : threads.invokeAll(sessions)) {
            session.get();
        }
        int messages = (int) deliveries.stream().distinct().count();
        assertThat(messages).isLessThan(deliveries.size());
        assertThat(effects()).isEqualTo(messages);
        assertThat(number("SELECT COUNT(DISTINCT id) FROM effect")).isEqualTo(messages);
        assertThat(rows("onceward_inbox")).isEqualTo(messages);
        assertThat(deadlocks()).isEmpty();
    }

    /** Returns message numbers; 30 % are duplicates, most of them close to the first delivery. */
    private static List<Integer> deliveries() {
        Random random = new Random(5);
        List<Integer> all = new ArrayList<>();
        for (int message = 0; message < MESSAGES * 7 / 10; message++) {
            all.add(message);
        }
        for (int duplicate = all.size(); duplicate < MESSAGES; duplicate++) {
            int at = random.nextInt(all.size());
            all.add(Math.min(all.size(), at + random.nextInt(SESSIONS)), all.get(at));
        }
        return all;
    }

    private void deliver(Engine node, int message) throws Exception {
        JTA.inTransaction(() -> node.inbox().deliver("billing", "m" + message, new Object[] {"m" + message}, () -> {
            effect(message);
            return null;
        }));
    }
}
