// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.benchmarks.environment.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The business alone, in a transaction of the same manager and a connection of the same pool as Onceward has. */
final class JtaFloor implements Producer {

    private final Database database;
    private final Jta jta;
    private final AgroalDataSource pool;

    JtaFloor(Stage stage, Jta jta) throws SQLException {
        this.jta = jta;
        database = stage.database();
        pool = Pools.joining(database, jta);
    }

    @Override
    public String about() {
        return "business insert in a JTA transaction (Narayana, Agroal), nothing published";
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE TABLE business");
    }

    @Override
    public void produce(List<Event> events) throws Exception {
        jta.inTransaction(() -> {
            try (Connection connection = pool.getConnection()) {
                Business.insert(connection, events);
            }
        });
    }

    @Override
    public void close() {
        pool.close();
    }
}
