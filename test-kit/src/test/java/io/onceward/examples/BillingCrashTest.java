// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.test.CrashPoints;
import io.onceward.test.OncewardTest;
import io.onceward.test.TestOutbox;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

@OncewardTest
class BillingCrashTest {

    @Test
    void crashNeitherLosesNorDoublesABill(TestOutbox outbox) throws Exception {
        DataSource database = outbox.dataSource();
        execute(database, "CREATE TABLE bill (id VARCHAR(20))");

        CrashPoints.of(outbox)
                .prepare(() -> execute(database, "DELETE FROM bill"))
                .handler("billing", "message-1", () -> execute(database, "INSERT INTO bill VALUES ('42')"))
                .verify(() -> assertThat(bills(database)).isEqualTo(1));
    }

    static void execute(DataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.createStatement().executeUpdate(sql);
        }
    }

    static int bills(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                ResultSet rows = connection.createStatement().executeQuery("SELECT COUNT(*) FROM bill")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
