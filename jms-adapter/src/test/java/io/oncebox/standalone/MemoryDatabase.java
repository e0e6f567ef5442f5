// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;

/** A database in memory, which is nobody else's; its connections join the transactions of a real transaction manager. */
final class MemoryDatabase implements AutoCloseable {

    private static final TransactionManager MANAGER = com.arjuna.ats.jta.TransactionManager.transactionManager();
    private static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000";
    private final AgroalDataSource pool;

    MemoryDatabase() {
        try {
            pool = AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                    .metricsEnabled(true)
                    .connectionPoolConfiguration(p -> p.maxSize(20)
                            .acquisitionTimeout(Duration.ofSeconds(30))
                            .transactionIntegration(new NarayanaTransactionIntegration(MANAGER, REGISTRY))
                            .connectionFactoryConfiguration(factory -> factory.jdbcUrl(url))));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An Oncebox that has all of it, and no broker. */
    OnceboxBuilder builder() {
        return Oncebox.builder()
                .transactionManager(MANAGER)
                .synchronizationRegistry(REGISTRY)
                .dataSource(pool);
    }

    String url() {
        return url;
    }

    AgroalDataSource pool() {
        return pool;
    }

    static <T> T inTransaction(Callable<T> work) throws Exception {
        return new JtaTransactions(MANAGER).inNew(work);
    }

    void sql(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The first value of the first row. */
    String text(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    int number(String sql) {
        return Integer.parseInt(text(sql));
    }

    /**
     * Read row by row: what H2 answers to a plain COUNT(*), which it takes from the size of its tree, may contain rows that
     * are deleted.
     */
    int rows(String table) {
        return number("SELECT COUNT(*) FROM (SELECT 1 AS one FROM " + table + ") AS found");
    }

    @Override
    public void close() {
        pool.close();
    }
}
