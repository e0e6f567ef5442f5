// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import io.onceward.cdi.start.ServerTransactionManager;
import io.onceward.spi.Transactions;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.Callable;

/** {@link Transactions} of the EJB container. */
@ApplicationScoped
public class ContainerTransactions implements Transactions {

    @Inject
    private TransactionRunner runner;

    @Inject
    private InnerTransactionRunner inner;

    @Resource
    private TransactionSynchronizationRegistry registry;

    private boolean isPayaraOrGlassFish;

    /** Called by CDI. */
    public ContainerTransactions() {}

    @PostConstruct
    void findServer() {
        isPayaraOrGlassFish = ServerTransactionManager.lookup() != null;
    }

    @Override
    public <T> T inNew(Callable<T> work) throws Exception {
        boolean isInner = isPayaraOrGlassFish && registry.getTransactionStatus() != Status.STATUS_NO_TRANSACTION;
        return isInner ? inner.inNew(work).get() : runner.inNew(work).get();
    }

    @Override
    public <T> T suspended(Callable<T> work) throws Exception {
        return runner.suspended(work).get();
    }
}
