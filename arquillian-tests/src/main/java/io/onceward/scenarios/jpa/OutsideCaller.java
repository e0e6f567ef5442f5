// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.jpa;

import io.onceward.scenarios.jpa.Callers.Cdi;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.util.function.Consumer;

/** An EJB without a transaction, which calls a CDI bean that opens one. */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class OutsideCaller {

    @Inject
    private Cdi cdi;

    public void callCdi(Consumer<EntityManager> work) {
        cdi.call(work);
    }

    public void callCdiThatCallsEjb(Consumer<EntityManager> work) {
        cdi.callEjb(work);
    }
}
