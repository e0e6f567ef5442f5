// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalConnectionPoolConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.spi.Transactions;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

/** A real transaction manager (Narayana) and pools that join its transactions, in a plain JVM. */
final class Jta implements Transactions {

    final TransactionManager manager = com.arjuna.ats.jta.TransactionManager.transactionManager();
    final TransactionSynchronizationRegistry registry =
            new com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple();

    /** A pool whose connections join the transaction of the thread. */
    AgroalDataSource pool(String url, String user, String password, TransactionIsolation isolation) {
        return pool(
                url, user, password, isolation, pool -> pool.maxSize(20).acquisitionTimeout(Duration.ofSeconds(30)));
    }

    /** A pool with further settings whose connections join the transaction of the thread. */
    AgroalDataSource pool(
            String url,
            String user,
            String password,
            TransactionIsolation isolation,
            UnaryOperator<AgroalConnectionPoolConfigurationSupplier> settings) {
        return pool(url, user, password, isolation, settings, factory -> factory);
    }

    /** A pool whose connections join the transaction of the thread as XA resources. */
    AgroalDataSource xaPool(
            String url, String user, String password, TransactionIsolation isolation, Class<?> xaDataSource) {
        return pool(
                url,
                user,
                password,
                isolation,
                pool -> pool.maxSize(20).acquisitionTimeout(Duration.ofSeconds(30)),
                factory -> factory.connectionProviderClass(xaDataSource));
    }

    private AgroalDataSource pool(
            String url,
            String user,
            String password,
            TransactionIsolation isolation,
            UnaryOperator<AgroalConnectionPoolConfigurationSupplier> settings,
            UnaryOperator<AgroalConnectionFactoryConfigurationSupplier> connections) {
        var configuration = new AgroalDataSourceConfigurationSupplier()
                .metricsEnabled(true)
                .connectionPoolConfiguration(pool -> settings.apply(pool)
                        .transactionIntegration(new NarayanaTransactionIntegration(manager, registry))
                        .connectionFactoryConfiguration(factory -> connections
                                .apply(factory)
                                .jdbcUrl(url)
                                .jdbcTransactionIsolation(isolation)
                                .principal(new NamePrincipal(user))
                                .credential(new SimplePassword(password))));
        try {
            return AgroalDataSource.from(configuration);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Begins a transaction, runs the work and commits; rolls back and throws if it fails. */
    <T> T inTransaction(Callable<T> work) throws Exception {
        return MemoryDatabase.inTransaction(work);
    }

    @Override
    public <T> T inNew(Callable<T> work) throws Exception {
        return suspended(() -> inTransaction(work));
    }

    @Override
    public <T> T suspended(Callable<T> work) throws Exception {
        Transaction suspended = manager.suspend();
        try {
            return work.call();
        } finally {
            if (suspended != null) {
                manager.resume(suspended);
            }
        }
    }
}
