// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import io.onceward.api.Durable;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.ejb.Local;
import jakarta.ejb.Stateless;

/** A durable method behind an interface. */
@Stateless
@Local(Courier.class)
public class CourierBean implements Courier {

    @EJB
    Tables tables;

    @Override
    @Durable(name = "local-deliver")
    public void deliver(String id) {
        tables.insert("delivered " + id);
    }
}
