// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import io.onceward.selfcheck.TransactionStyle;
import jakarta.annotation.Resource;
import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.util.function.Supplier;

/**
 * The style of a bean that begins and commits its transaction. It is an EJB, because a transaction that a CDI bean begins
 * makes Open Liberty forget the timer that the calling EJB has just created.
 */
@Stateless(name = "OncewardUserTransactionCaller")
@Local(TransactionStyle.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class UserTransactionStyle implements TransactionStyle {

    @Resource
    private TransactionSynchronizationRegistry registry;

    @Resource
    private UserTransaction transaction;

    /** Called by the container. */
    public UserTransactionStyle() {}

    @Override
    public String kind() {
        return "a bean with UserTransaction";
    }

    @Override
    public boolean rollsBackQuietly() {
        return Server.of(registry) == Server.OTHER;
    }

    @Override
    public <T> T inTransaction(Supplier<T> work) throws Exception {
        transaction.begin();
        boolean done = false;
        try {
            T result = work.get();
            done = transaction.getStatus() == Status.STATUS_ACTIVE;
            return result;
        } finally {
            if (done) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
        }
    }
}
