// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.alerts;

import io.onceward.api.Alert;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** Notes what it is told. */
@ApplicationScoped
public class Operator {

    static final Queue<Alert> TOLD = new ConcurrentLinkedQueue<>();

    /** Keeps the observer when it is told of this handler, until the test opens the gate. */
    static final String SLOW = "alert-labels";

    static final CountDownLatch GATE = new CountDownLatch(1);

    void tell(@Observes Alert alert) throws InterruptedException {
        TOLD.add(alert);
        if (alert.subject().equals(SLOW)) {
            GATE.await();
        }
    }

    static List<Alert> about(String subject) {
        return TOLD.stream().filter(alert -> alert.subject().equals(subject)).toList();
    }
}
