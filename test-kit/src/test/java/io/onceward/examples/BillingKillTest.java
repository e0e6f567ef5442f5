// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.FreePort;
import io.onceward.test.CrashPoints;
import io.onceward.test.TestOutbox;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class BillingKillTest {

    @Test
    void killNeitherLosesNorDoublesABill() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setPort(FreePort.find())
                .start()) {
            String url = postgres.getJdbcUrl("postgres", "postgres");
            try (TestOutbox outbox = new BillOrder().start(List.of(url))) {
                DataSource database = outbox.dataSource();
                BillingCrashTest.execute(database, "CREATE TABLE bill (id VARCHAR(20))");

                List<String> steps = CrashPoints.of(outbox)
                        .prepare(() -> BillingCrashTest.execute(database, "DELETE FROM bill"))
                        .killable(BillOrder.class, url)
                        .verify(() ->
                                assertThat(BillingCrashTest.bills(database)).isEqualTo(1));

                assertThat(steps).contains("before INSERT INTO bill", "after commit");
            }
        }
    }
}
