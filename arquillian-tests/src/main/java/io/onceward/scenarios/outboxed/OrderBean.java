// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.outboxed;

import io.onceward.jms.outboxed.Outboxed;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.JMSContext;
import jakarta.transaction.Transactional;

/** A CDI bean. */
@ApplicationScoped
public class OrderBean {

    @Inject
    @Outboxed
    private JMSContext jms;

    @EJB
    private Tables tables;

    /** Sends a text with everything that a producer can set. */
    @Transactional
    public void place(String id, boolean fail) {
        tables.insert(id);
        jms.createProducer()
                .setPriority(7)
                .setTimeToLive(600_000)
                .setJMSType("Placed")
                .setJMSCorrelationID("c-" + id)
                .setJMSReplyTo(jms.createQueue(OutboxedScenario.BILLED))
                .setProperty("JMSXGroupID", "customer-1")
                .setProperty("pieces", 5)
                .setProperty("total", 1.5)
                .send(jms.createQueue(OutboxedScenario.PLACED), id);
        if (fail) {
            throw new IllegalStateException("on purpose");
        }
    }
}
