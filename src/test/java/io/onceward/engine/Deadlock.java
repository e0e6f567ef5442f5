// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.onceward.fixture.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** A deadlock of two transactions, the victim of which is the caller's. */
final class Deadlock {

    private static final int FIRST = 1;
    private static final int SECOND = 2;

    private final Jta jta;
    private final DataSource dataSource;
    private final ExecutorService threads;

    private CountDownLatch go;
    private Future<?> other;

    Deadlock(Jta jta, DataSource dataSource, ExecutorService threads) {
        this.jta = jta;
        this.dataSource = dataSource;
        this.threads = threads;
        Sql.execute(dataSource::getConnection, "CREATE TABLE stock (id INTEGER PRIMARY KEY, amount INTEGER)");
        Sql.execute(dataSource::getConnection, "INSERT INTO stock VALUES (1, 9), (2, 9)");
    }

    /** Begins the other transaction. H2 ends the one that is younger. */
    void prepare() throws Exception {
        if (other != null) {
            other.get(20, TimeUnit.SECONDS);
        }
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch start = new CountDownLatch(1);
        go = start;
        other = threads.submit(() -> jta.inTransaction(() -> {
            weighMore();
            take(SECOND);
            locked.countDown();
            start.await();
            take(FIRST);
            return null;
        }));
        locked.await();
    }

    /** Lets the transaction of the thread be the victim, and catches its exception, as an application might. */
    void swallow() throws Exception {
        take(FIRST);
        go.countDown();
        awaitOther();
        try {
            take(SECOND);
            fail("no deadlock");
        } catch (SQLException e) {
            assertThat(e.getErrorCode() + " " + e.getSQLState()).containsAnyOf("40001", "40P01");
        }
        if (!isPostgreSql()) { // which keeps the locks of the victim until the transaction ends
            other.get(20, TimeUnit.SECONDS);
        }
    }

    /** Waits until the other transaction waits for the first row: PostgreSQL looks for a deadlock only once. */
    private void awaitOther() throws Exception {
        if (!isPostgreSql()) {
            Thread.sleep(300);
            return;
        }
        while (!other.isDone() && !isOneWaiting()) {
            Thread.sleep(10);
        }
    }

    private boolean isOneWaiting() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet waiting = statement.executeQuery("SELECT 1 FROM pg_locks WHERE NOT granted")) {
            return waiting.next();
        }
    }

    /** InnoDB ends the transaction that has changed fewer rows, PostgreSQL the first one that has waited for a time. */
    private void weighMore() throws SQLException {
        if (isPostgreSql()) {
            execute("SET LOCAL deadlock_timeout = '1min'");
        } else {
            for (int row = 100; row < 120; row++) {
                execute("INSERT INTO stock VALUES (" + row + ", 0)");
            }
            execute("DELETE FROM stock WHERE id >= 100");
        }
    }

    private boolean isPostgreSql() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
        }
    }

    private void take(int id) throws SQLException {
        execute("UPDATE stock SET amount = amount - 1 WHERE id = " + id);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
