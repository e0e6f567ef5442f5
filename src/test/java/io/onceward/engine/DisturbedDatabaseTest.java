// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.onceward.fixture.Await;
import io.onceward.fixture.GaleraCluster;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.MariaDbServer;
import io.onceward.fixture.RestartablePostgreSql;
import io.onceward.fixture.Sql;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Databases that turn read-only, or lose a node or their quorum, under load: nothing is lost, doubled or out of order. */
@Tag("only-in-full")
class DisturbedDatabaseTest {

    private static final Duration OUTAGE = Duration.ofSeconds(3);

    private final Jta jta = new Jta();

    @Test
    void mariaDbThatIsReadOnlyForAWhile() throws Exception {
        try (MariaDbServer server = MariaDbServer.start("mariadb")) {
            String url = server.createDatabase();
            String user = "shop"; // root may write nevertheless
            Sql.Connector root = () -> DriverManager.getConnection(url, server.user(), server.password());
            Sql.execute(root, "CREATE USER shop IDENTIFIED BY 'shop'");
            Sql.execute(root, "GRANT ALL ON *.* TO shop");
            Sql.execute(root, "REVOKE SUPER, READ_ONLY ADMIN ON *.* FROM shop");
            try (AgroalDataSource pool = pool(url, user, user);
                    DisturbedLoad load = new DisturbedLoad(jta, List.of(pool))) {
                load.awaitMore(0);
                Sql.execute(root, "SET GLOBAL read_only = ON");
                Thread.sleep(OUTAGE.toMillis());
                Sql.execute(root, "SET GLOBAL read_only = OFF");
                load.awaitMore(0);
                load.verify();
            }
        }
    }

    @Test
    void postgreSqlWhoseStandbyTakesOver() throws Exception {
        try (RestartablePostgreSql server = RestartablePostgreSql.start()) {
            String url = server.createDatabase();
            server.replicate();
            try (AgroalDataSource pool = pool(server.urlOfBoth(url), server.user(), server.password());
                    DisturbedLoad load = new DisturbedLoad(jta, List.of(pool))) {
                load.awaitMore(0);
                server.crash();
                Thread.sleep(OUTAGE.toMillis());
                server.promote();
                load.awaitMore(0);
                load.verify();
            }
        }
    }

    /** Both nodes write, so that certification refuses some commits. Two nodes without one of them have no majority. */
    @Test
    void galeraWithoutANodeAndWithoutItsQuorum() throws Exception {
        try (GaleraCluster cluster = GaleraCluster.start();
                LogLines log = new LogLines();
                AgroalDataSource one = pool(cluster.url(0), "root", "");
                AgroalDataSource two = pool(cluster.url(1), "root", "");
                DisturbedLoad load = new DisturbedLoad(jta, List.of(one, two))) {
            assertThat(log.all()).anyMatch(line -> line.startsWith("OWD-1126"));
            load.awaitMore(0);
            load.awaitMore(1);
            assertThat(cluster.status(0, "wsrep_local_cert_failures") + cluster.status(1, "wsrep_local_cert_failures"))
                    .as("refused commits")
                    .isNotEqualTo("00");

            cluster.kill(1);
            Await.until("a node without quorum", () -> cluster.status(0, "wsrep_ready")
                    .equals("OFF"));
            Thread.sleep(OUTAGE.toMillis());
            cluster.bootstrap(0);
            load.awaitMore(0);

            cluster.restart(1);
            load.awaitMore(1);
            load.verify();
        }
    }

    private AgroalDataSource pool(String url, String user, String password) {
        return jta.pool(url, user, password, TransactionIsolation.READ_COMMITTED, settings -> settings.maxSize(20)
                .acquisitionTimeout(Duration.ofSeconds(5))
                .validateOnBorrow(true)
                .connectionValidator(ConnectionValidator.defaultValidator()));
    }
}
