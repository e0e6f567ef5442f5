// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A datasource whose connections join the transaction of the thread. Without a transaction they are as usual. Thread-safe. */
final class JoinedDataSource implements DataSource {

    private final DataSource connections;
    private final ThreadTransactions transactions;
    private final Steps steps;

    JoinedDataSource(DataSource connections, ThreadTransactions transactions, Steps steps) {
        this.connections = connections;
        this.transactions = transactions;
        this.steps = steps;
    }

    @Override
    public Connection getConnection() throws SQLException {
        LocalTransaction transaction = transactions.current();
        return transaction == null ? open().handle() : transaction.connection(this);
    }

    WatchedConnection open() throws SQLException {
        WatchedConnection opened = new WatchedConnection(connections.getConnection(), steps);
        steps.opened(opened);
        return opened;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("Set user and password in the datasource.");
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return connections.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        connections.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        connections.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return connections.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return connections.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(connections) ? type.cast(connections) : connections.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(connections) || connections.isWrapperFor(type);
    }
}
