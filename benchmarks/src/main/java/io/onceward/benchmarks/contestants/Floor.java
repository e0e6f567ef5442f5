// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.benchmarks.environment.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The business alone, and nothing published: no contestant that publishes can be faster. */
final class Floor implements Producer {

    private final Database database;
    private final AgroalDataSource pool;

    Floor(Stage stage) throws SQLException {
        database = stage.database();
        pool = Pools.plain(database, false);
    }

    @Override
    public String about() {
        return "business insert and commit, nothing published";
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business");
    }

    @Override
    public void produce(List<Event> events) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            Business.insert(connection, events);
            connection.commit();
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
