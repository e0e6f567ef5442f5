// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.agroal.api.AgroalDataSource;
import io.onceward.fixture.Sql;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The tests for every database; each starts with tables as they were created. {@link ServerContracts} names the databases. */
abstract class DatabaseContract {

    static final Jta JTA = new Jta();

    final ExecutorService threads = Executors.newCachedThreadPool();
    private ServerContracts.Level level;
    AgroalDataSource pool;

    @BeforeEach
    void take(ServerContracts.Level level, TestDatabase database) {
        this.level = level;
        pool = database.pool();
    }

    /** No thread may still use the database when the next test begins. */
    @AfterEach
    void endThreads() throws InterruptedException {
        threads.shutdownNow();
        threads.awaitTermination(5, TimeUnit.SECONDS);
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
