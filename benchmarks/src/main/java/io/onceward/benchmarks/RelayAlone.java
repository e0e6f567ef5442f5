// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.onceward.benchmarks.contestants.Jta;
import io.onceward.standalone.Onceward;
import java.nio.file.Path;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * A relay in a plain JVM for a table that another process fills, to be compared with the one in a server. Ends with its
 * standard input.
 *
 * <p>Arguments: the database's URL, user and password, the broker's URL, user and password, the prefix of the tables, and a folder.
 */
public final class RelayAlone {

    private static final int CONNECTIONS = 24;

    private RelayAlone() {}

    public static void main(String[] arguments) throws Exception {
        Jta jta = Jta.narayana(Path.of(arguments[7]));
        AgroalDataSource pool = AgroalDataSource.from(
                new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(configuration -> configuration
                        .maxSize(CONNECTIONS)
                        .transactionIntegration(new NarayanaTransactionIntegration(jta.manager(), jta.registry()))
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(arguments[0])
                                .principal(new NamePrincipal(arguments[1]))
                                .credential(new SimplePassword(arguments[2])))));
        Onceward relay = Onceward.builder()
                .transactionManager(jta.manager())
                .synchronizationRegistry(jta.registry())
                .dataSource(pool)
                .connectionFactory(new ActiveMQConnectionFactory(arguments[3], arguments[4], arguments[5]))
                .configuration(Map.of("onceward.schema", "create", "onceward.table-prefix", arguments[6]))
                .start();
        System.out.println("relay is ready");
        while (System.in.read() >= 0) {
            // only the end of the stream counts
        }
        relay.close();
        pool.close();
        System.exit(0);
    }
}
