// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalConnectionPoolConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.agroal.api.transaction.TransactionIntegration;
import io.onceward.benchmarks.environment.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.postgresql.xa.PGXADataSource;

/** The pools of all contestants: the same library with the same settings, so that it makes no difference. */
public final class Pools {

    private static final int SIZE = 24;

    private Pools() {}

    /** Connections that know nothing of JTA. */
    static AgroalDataSource plain(Database database, boolean autoCommit) throws SQLException {
        return open(database, pool -> pool, factory -> factory.autoCommit(autoCommit));
    }

    /** Connections that join the transaction of the thread. */
    public static AgroalDataSource joining(Database database, Jta jta) throws SQLException {
        TransactionIntegration integration = jta.integration("joining");
        return open(database, pool -> pool.transactionIntegration(integration), factory -> factory);
    }

    /** Connections that join it with two-phase commit. */
    static AgroalDataSource xa(Database database, Jta jta) throws SQLException {
        TransactionIntegration integration = jta.integration("xa");
        return open(
                database,
                pool -> pool.transactionIntegration(integration),
                factory -> factory.connectionProviderClass(PGXADataSource.class));
    }

    private static AgroalDataSource open(
            Database database,
            UnaryOperator<AgroalConnectionPoolConfigurationSupplier> transactions,
            UnaryOperator<AgroalConnectionFactoryConfigurationSupplier> connections)
            throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> transactions.apply(pool.maxSize(SIZE)
                        .initialSize(SIZE)
                        .acquisitionTimeout(Duration.ofSeconds(30))
                        .connectionFactoryConfiguration(factory -> connections.apply(factory.jdbcUrl(database.url())
                                .principal(new NamePrincipal(database.user()))
                                .credential(new SimplePassword("")))))));
    }
}
