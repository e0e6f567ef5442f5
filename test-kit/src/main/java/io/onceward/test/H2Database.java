// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.UUID;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A new H2 database in memory, until it is closed. Thread-safe. */
final class H2Database implements DataSource, AutoCloseable {

    /** H2 before 2.3.232 may return an earlier result that is no longer right. */
    private static final String SETTINGS = ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000;OPTIMIZE_REUSE_RESULTS=FALSE";

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + SETTINGS;

    private H2Database() {}

    /** @throws io.onceward.api.OncewardException if H2 is missing */
    static H2Database create() {
        H2Database database = new H2Database();
        try (Connection first = database.getConnection()) {
            first.getMetaData();
        } catch (SQLException e) {
            throw TestKitErrors.noDatabase(e);
        }
        return database;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return DriverManager.getConnection(url);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    @Override
    public void close() {
        try (Connection last = getConnection();
                Statement statement = last.createStatement()) {
            statement.execute("SHUTDOWN");
        } catch (SQLException e) {
            throw TestKitErrors.databaseFailed("close the database", e);
        }
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        // it logs nothing
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // it connects at once
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (!type.isInstance(this)) {
            throw new SQLException("It is no " + type.getName());
        }
        return type.cast(this);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
