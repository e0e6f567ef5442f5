// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.jpa;

import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.ServerResources;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** On PostgreSQL, whose rows show which transaction wrote them. */
@AnyMessaging
@SameInFamily
public class JpaOnPostgresqlScenario extends JpaContract {

    private static final String DATASOURCE = "jdbc/postgresql";

    @Deployment
    static WebArchive application() {
        return application(
                "jpa-postgresql",
                JpaOnPostgresqlScenario.class,
                "<jta-data-source>" + DATASOURCE + "</jta-data-source>",
                "onceward.datasource=" + DATASOURCE);
    }

    @Override
    DataSource datasource() {
        return ServerResources.dataSource(DATASOURCE);
    }

    @Override
    void verifySameTransaction(String id) throws SQLException {
        verifyNumber(
                1,
                "SELECT count(*) FROM (SELECT xmin::text FROM jpa_booking WHERE id = ?"
                        + " UNION SELECT xmin::text FROM jpa_outbox WHERE aggregateid = ?) AS transactions",
                id,
                id);
    }

    /** H2 has no deferred constraints: it checks at the statement. */
    @Test
    void aDeferredConstraintThatFailsAtCommitTakesTheEventWithIt() throws Exception {
        execute("DROP TABLE IF EXISTS jpa_code");
        execute("CREATE TABLE jpa_code (code INTEGER UNIQUE DEFERRABLE INITIALLY DEFERRED)");

        forEachCaller((caller, id) -> {
            verifyFails(() -> caller.call(entities -> {
                entities.persist(new Booking(id));
                record(id, "booked");
                insertCode(entities);
                insertCode(entities);
            }));
            verifyNeither(id);
        });
    }

    private static void insertCode(jakarta.persistence.EntityManager entities) {
        entities.createNativeQuery("INSERT INTO jpa_code VALUES (1)").executeUpdate();
    }
}
