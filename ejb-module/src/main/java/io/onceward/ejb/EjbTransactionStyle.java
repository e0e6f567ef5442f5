// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import io.onceward.selfcheck.TransactionStyle;
import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.function.Supplier;

/** The style of an EJB with container-managed transactions. */
@Stateless(name = "OncewardEjbCaller")
@Local(TransactionStyle.class)
public class EjbTransactionStyle implements TransactionStyle {

    /** Called by the container. */
    public EjbTransactionStyle() {}

    @Override
    public String kind() {
        return "an EJB with a container-managed transaction";
    }

    @Override
    public boolean rollsBackQuietly() {
        return false;
    }

    @Override
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public <T> T inTransaction(Supplier<T> work) {
        return work.get();
    }
}
