// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.MariaDbServer;
import io.onceward.fixture.OnlyWithAllServers;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** MariaDB's driver can repeat the statements of a transaction whose connection was lost, and drops their results. */
@OnlyWithAllServers
class MariaDbReplayTest {

    private static final Jta JTA = new Jta();

    private static DatabaseServer server;

    @BeforeAll
    static void startServer() {
        server = MariaDbServer.start("mariadb");
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void driverThatRepeatsClaimsIsRefused() {
        for (String option : new String[] {"transactionReplay=true", "transactionReplay=1"}) {
            try (AgroalDataSource pool = open(option)) {
                Nodes nodes = new Nodes(JTA, new MemoryPublisher());
                assertThatThrownBy(() -> nodes.open(Map.of("onceward.schema", "create"), Runnable::run, pool))
                        .hasMessageStartingWith("OWD-0232")
                        .hasMessageContaining("transactionReplay");
            }
        }
    }

    private static AgroalDataSource open(String option) {
        return JTA.pool(
                inTwoPlaces(server.createDatabase()) + "&" + option,
                server.user(),
                server.password(),
                TransactionIsolation.READ_COMMITTED);
    }

    /** Returns a URL with which the driver looks for another server after it has lost a connection: the same one. */
    private static String inTwoPlaces(String url) {
        return url.replaceFirst("jdbc:mariadb://([^/]+)/", "jdbc:mariadb:sequential://$1,$1/");
    }
}
