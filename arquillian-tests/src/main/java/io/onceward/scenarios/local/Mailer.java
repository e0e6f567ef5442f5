// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import io.onceward.api.Durable;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;

/** A durable method of an enterprise bean. */
@Stateless
public class Mailer {

    @EJB
    Tables tables;

    @Durable(name = "local-mail")
    public void mail(Placed order) {
        tables.insert("mailed " + order.id());
    }
}
