// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.interceptors;

import io.onceward.scenarios.support.Tables;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** An EJB whose methods require roles. */
@Stateless
public class SecuredOrders {

    @EJB
    Tables tables;

    @RolesAllowed("buyers")
    @Outgoing(InterceptorsScenario.CHANNEL)
    public String forBuyers(String id) {
        tables.insert(id);
        return id;
    }

    @DenyAll
    @Outgoing(InterceptorsScenario.CHANNEL)
    public String forNoRole(String id) {
        tables.insert(id);
        return id;
    }

    @PermitAll
    @Outgoing(InterceptorsScenario.CHANNEL)
    public String forEachRole(String id) {
        tables.insert(id);
        return id;
    }
}
