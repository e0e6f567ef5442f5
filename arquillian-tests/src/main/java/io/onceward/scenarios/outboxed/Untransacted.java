// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.outboxed;

import io.onceward.jms.outboxed.Outboxed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.jms.JMSContext;

/** A bean of a page, whose developer has forgotten the transaction. */
@Named
@RequestScoped
public class Untransacted {

    @Inject
    @Outboxed
    private JMSContext jms;

    public String getTitle() {
        return "Orders";
    }

    /** Sends a text. */
    public void submit(String text) {
        jms.createProducer().send(jms.createQueue(OutboxedScenario.PLACED), text);
    }
}
