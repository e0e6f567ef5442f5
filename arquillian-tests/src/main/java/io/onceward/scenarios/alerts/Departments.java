// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.alerts;

import io.onceward.api.FailurePolicy;
import io.onceward.api.Idempotent;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.ConnectException;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handlers, one for each test: an order that begins with "bad" is parked at once, any other fails while the department is closed. */
@ApplicationScoped
@FailurePolicy(neverRetried = IllegalArgumentException.class)
public class Departments {

    static volatile boolean isClosed;

    @EJB
    Tables tables;

    @Incoming("alert_stock")
    @Idempotent(handler = "alert-stock")
    void stock(String order) throws ConnectException {
        work(order);
    }

    @Incoming("alert_prices")
    @Idempotent(handler = "alert-prices")
    void price(String order) throws ConnectException {
        work(order);
    }

    @Incoming("alert_labels")
    @Idempotent(handler = "alert-labels")
    void label(String order) throws ConnectException {
        work(order);
    }

    private void work(String order) throws ConnectException {
        if (order.startsWith("bad")) {
            throw new IllegalArgumentException("nobody knows " + order);
        }
        if (isClosed) {
            throw new ConnectException("the department is closed");
        }
        tables.insert("done " + order);
    }
}
