// SPDX-License-Identifier: Apache-2.0
package io.oncebox.ejb;

import io.oncebox.spi.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.Callable;

/** {@link Transactions} of the EJB container. */
@ApplicationScoped
public class ContainerTransactions implements Transactions {

    @Inject
    private TransactionRunner runner;

    /** Called by CDI. */
    public ContainerTransactions() {}

    @Override
    public <T> T inNew(Callable<T> work) throws Exception {
        return runner.inNew(work).get();
    }

    @Override
    public <T> T suspended(Callable<T> work) throws Exception {
        return runner.suspended(work).get();
    }
}
