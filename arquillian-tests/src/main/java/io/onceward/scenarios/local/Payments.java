// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import io.onceward.api.Durable;
import io.onceward.api.EventKey;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** A durable method of a CDI bean. */
@ApplicationScoped
public class Payments {

    static final String NAME = "local-charge";

    /** The calls of the method, rolled back or not. */
    static final Queue<String> CALLS = new ConcurrentLinkedQueue<>();

    static volatile String refuses = "nothing";

    /** Where a charge stays until the test opens it. */
    static volatile CountDownLatch gate = new CountDownLatch(0);

    @EJB
    Tables tables;

    @Durable(name = NAME)
    @Transactional
    public void charge(@EventKey String id, long amount) throws InterruptedException {
        CALLS.add(id);
        gate.await();
        tables.insert("charged " + id + " " + amount);
        if (id.startsWith(refuses)) {
            throw new IllegalStateException("no credit for it");
        }
    }

    /** Fails at its first attempt of the first step. */
    @Durable(name = "local-transfer")
    void transfer(@EventKey String account, int step) {
        boolean first = !CALLS.contains(account + 1);
        CALLS.add(account + step);
        if (first) {
            throw new IllegalStateException("not yet");
        }
    }
}
