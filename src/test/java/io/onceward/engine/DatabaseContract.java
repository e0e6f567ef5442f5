// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.agroal.api.AgroalDataSource;
import io.onceward.fixture.Sql;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The tests for every database; each starts with empty tables. {@link ServerContracts} names the databases. */
abstract class DatabaseContract {

    static final Jta JTA = new Jta();

    private ServerContracts.Level level;
    AgroalDataSource pool;

    @BeforeEach
    void openPool(ServerContracts.Level level) {
        this.level = level;
        pool = emptyDatabase();
    }

    @AfterEach
    void closePool() {
        pool.close();
    }

    /** Creates a further database and returns a pool on it, which the test closes. */
    final AgroalDataSource emptyDatabase() {
        return level.emptyDatabase();
    }

    final void sql(String sql) {
        Sql.execute(pool::getConnection, sql);
    }

    final int rows(String table) {
        return number("SELECT COUNT(*) FROM " + table);
    }

    final int number(String sql) {
        return Integer.parseInt(text(sql));
    }

    /** Returns the first column of the first row. */
    final String text(String sql) {
        return Sql.text(pool::getConnection, sql);
    }
}
