// SPDX-License-Identifier: Apache-2.0
package io.oncebox.ejb;

import io.oncebox.spi.ProbeCaller;
import jakarta.annotation.Resource;
import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.transaction.UserTransaction;

/** Probes from a transaction that a bean begins and commits itself. */
@Stateless
@Local(ProbeCaller.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class UserTransactionCaller implements ProbeCaller {

    @Resource
    private UserTransaction transaction;

    /** Called by the container. */
    public UserTransactionCaller() {}

    @Override
    public String kind() {
        return "a bean with UserTransaction";
    }

    @Override
    public boolean rollsBackQuietly() {
        return !WildFly.isRunning();
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
