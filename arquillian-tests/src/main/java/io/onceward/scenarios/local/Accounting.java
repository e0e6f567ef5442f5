// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import io.onceward.api.Durable;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Observes;

/** A durable observer in an enterprise bean. */
@Stateless
public class Accounting {

    @EJB
    Tables tables;

    public void book(@Observes @Durable(name = "local-accounting") Placed order) {
        tables.insert("booked " + order.id());
    }
}
