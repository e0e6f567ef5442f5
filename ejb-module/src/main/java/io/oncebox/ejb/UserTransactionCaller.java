// SPDX-License-Identifier: Apache-2.0
package io.oncebox.ejb;

import io.oncebox.spi.ProbeCaller;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;

/**
 * Probes from a transaction that a bean begins and commits itself. Not an EJB: about one of those that rolls back on
 * completion Open Liberty writes a first failure data capture, about this one it doesn't.
 */
@ApplicationScoped
public class UserTransactionCaller implements ProbeCaller {

    @Resource
    private TransactionSynchronizationRegistry registry;

    @Inject
    private UserTransaction transaction;

    /** Called by CDI. */
    public UserTransactionCaller() {}

    @Override
    public String kind() {
        return "a bean with UserTransaction";
    }

    @Override
    public boolean rollsBackQuietly() {
        return Server.of(registry) != Server.WILDFLY;
    }

    @Override
    public void inTransaction(Runnable work) throws Exception {
        transaction.begin();
        boolean done = false;
        try {
            work.run();
            done = true;
        } finally {
            if (done) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
        }
    }
}
