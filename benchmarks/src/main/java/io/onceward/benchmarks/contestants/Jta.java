// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import com.arjuna.ats.arjuna.common.CoordinatorEnvironmentBean;
import com.arjuna.ats.arjuna.common.CoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import io.agroal.api.transaction.TransactionIntegration;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.nio.file.Path;

/**
 * The transaction manager of all contestants that need one.
 *
 * @param manager begins and commits
 * @param registry of the same transactions
 */
public record Jta(TransactionManager manager, TransactionSynchronizationRegistry registry) {

    /** Work in a transaction. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /** Narayana, with its log of two-phase commits in a folder. Once a JVM. */
    public static Jta narayana(Path folder) throws CoreEnvironmentBeanException {
        BeanPopulator.getDefaultInstance(CoreEnvironmentBean.class).setNodeIdentifier("benchmarks");
        // Serves another process' recovery, and writes to the log's folder when this one has ended.
        BeanPopulator.getDefaultInstance(CoordinatorEnvironmentBean.class).setTransactionStatusManagerEnable(false);
        String log = folder.resolve("narayana").toString();
        BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class).setObjectStoreDir(log);
        for (String store : new String[] {"communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreDir(log);
        }
        return new Jta(
                com.arjuna.ats.jta.TransactionManager.transactionManager(),
                new TransactionSynchronizationRegistryImple());
    }

    TransactionIntegration integration(String name) throws java.sql.SQLException {
        return new NarayanaTransactionIntegration(manager, registry, name);
    }

    /** Commits the work, or rolls it back if it fails. */
    public void inTransaction(Work work) throws Exception {
        manager.begin();
        try {
            work.run();
        } catch (Exception e) {
            manager.rollback();
            throw e;
        }
        manager.commit();
    }
}
