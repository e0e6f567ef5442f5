// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.JMSContext;
import java.util.Map;

/** Sends the messages of this application, each in the transaction of its caller. */
@ApplicationScoped
public class Messages {

    private static final int URGENT = 9;
    private static final int NORMAL = 4;
    private static final long ONE_HOUR = 3_600_000;

    @Inject
    private JMSContext jms;

    /** Has the order billed; an express order overtakes the others. */
    public void placed(PurchaseOrder order) {
        jms.createProducer().setPriority(priority(order)).send(jms.createQueue("mailorders"), order.getId());
    }

    /** Has the order packed, by the bean that selects its speed. */
    public void billed(PurchaseOrder order) {
        jms.createProducer()
                .setPriority(priority(order))
                .setProperty("speed", order.isExpress() ? "express" : "standard")
                .send(jms.createQueue("parcels"), contents(order.getId(), order.getItem(), order.getPieces()));
    }

    /** Has the pieces taken out of the stock. */
    public void packed(String order, String item, int pieces) {
        jms.createProducer().send(jms.createQueue("stock"), contents(order, item, pieces));
    }

    /** Tells the customer, unless that has become old news. */
    public void inform(String order, String text) {
        jms.createProducer().setTimeToLive(ONE_HOUR).setJMSCorrelationID(order).send(jms.createQueue("letters"), text);
    }

    private static int priority(PurchaseOrder order) {
        return order.isExpress() ? URGENT : NORMAL;
    }

    private static Map<String, Object> contents(String order, String item, int pieces) {
        return Map.of("order", order, "item", item, "pieces", pieces);
    }
}
