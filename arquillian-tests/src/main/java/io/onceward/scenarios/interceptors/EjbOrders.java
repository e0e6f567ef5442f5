// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.interceptors;

import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Orders of an EJB. */
@Stateless
public class EjbOrders {

    @EJB
    Tables tables;

    @Outgoing(InterceptorsScenario.CHANNEL)
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public String mandatory(String id) {
        tables.insert(id);
        return id;
    }

    @Outgoing(InterceptorsScenario.CHANNEL)
    @TransactionAttribute(TransactionAttributeType.NEVER)
    public String never(String id) {
        tables.insert(id);
        return id;
    }

    @Size(max = InterceptorsScenario.LONGEST)
    @Outgoing(InterceptorsScenario.CHANNEL)
    public String validated(@NotBlank String id) {
        tables.insert(id);
        return id;
    }

    @Shouting
    @Outgoing(InterceptorsScenario.CHANNEL)
    public String changedInside(String id) {
        return id;
    }

    @Signed
    @Outgoing(InterceptorsScenario.CHANNEL)
    public String changedOutside(String id) {
        return id;
    }
}
