// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.oncebox.selfcheck.TransactionStyle;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The self-check recognises a datasource that does not join the transaction, on every database. */
abstract class SelfCheckContract extends OutboxFixture {

    @Test
    void selfCheckAcceptsADatasourceThatJoinsTheTransaction() {
        engine(Map.of(), threads).selfCheck(List.of(caller()));
        assertThat(rows("oncebox_outbox")).as("probes left behind").isZero();
    }

    @Test
    void selfCheckRefusesADatasourceThatCommitsByItself() {
        try (AgroalDataSource loose = withoutTransactions(pool)) {
            Engine wrong = engine(Map.of(), threads, loose);
            assertThatThrownBy(() -> wrong.selfCheck(List.of(caller())))
                    .hasMessageStartingWith("OBX-0010")
                    .hasMessageContaining("test transaction");
        }
        assertThat(rows("oncebox_outbox")).as("probes left behind").isZero();
    }

    private static TransactionStyle caller() {
        return new TransactionStyle() {
            @Override
            public String kind() {
                return "test transaction";
            }

            @Override
            public boolean rollsBackQuietly() {
                return true;
            }

            @Override
            public <T> T inTransaction(Supplier<T> work) throws Exception {
                return JTA.inTransaction(work::get);
            }
        };
    }

    private static AgroalDataSource withoutTransactions(AgroalDataSource pool) {
        var factory = pool.getConfiguration().connectionPoolConfiguration().connectionFactoryConfiguration();
        try {
            return AgroalDataSource.from(
                    new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(loose -> loose.maxSize(5)
                            .connectionFactoryConfiguration(f -> f.jdbcUrl(factory.jdbcUrl())
                                    .principal(factory.principal())
                                    .credential(factory.credentials().iterator().next()))));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
