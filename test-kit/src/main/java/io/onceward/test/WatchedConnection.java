// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** A connection to the database, with each statement and commit as a step. For one thread at a time. */
final class WatchedConnection {

    private static final String JOINED = "The connection has joined a JTA transaction, which commits or rolls back.";

    private final Connection connection;
    private final Steps steps;

    WatchedConnection(Connection connection, Steps steps) {
        this.connection = connection;
        this.steps = steps;
    }

    void begin() throws SQLException {
        connection.setAutoCommit(false);
    }

    void commit() throws SQLException {
        steps.around("commit", this, () -> {
            connection.commit();
            return null;
        });
    }

    /** Rolls back; a connection that is broken has rolled back. */
    void rollback() {
        try {
            if (!connection.isClosed()) {
                connection.rollback();
            }
        } catch (SQLException e) {
            close();
        }
    }

    /** Gives the connection back to its datasource. */
    void close() {
        try {
            if (!connection.isClosed()) {
                connection.setAutoCommit(true);
                connection.close();
            }
        } catch (SQLException e) {
            abandon();
        }
    }

    private void abandon() {
        try {
            connection.close();
        } catch (SQLException e) {
            // there is nothing left to close
        }
    }

    /** Rolls back and closes, as the end of the process would. */
    void breakOff() {
        try {
            if (!connection.isClosed()) {
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                }
                connection.close();
            }
        } catch (SQLException e) {
            abandon();
        }
    }

    /** Returns the connection for work without a JTA transaction. */
    Connection handle() {
        return new Handle(false).proxy();
    }

    /** Returns the connection for work in a JTA transaction: closing it has no effect on the transaction. */
    Connection joinedHandle() {
        return new Handle(true).proxy();
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Object proxy(Class<?> type, java.lang.reflect.InvocationHandler handler) {
        return Proxy.newProxyInstance(WatchedConnection.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    /** One use of the connection, between {@code getConnection} and {@code close}. */
    private final class Handle {

        private final boolean joined;
        private final Connection proxy = (Connection) WatchedConnection.proxy(Connection.class, this::called);
        private boolean closed;

        Handle(boolean joined) {
            this.joined = joined;
        }

        Connection proxy() {
            return proxy;
        }

        private Object called(Object self, Method method, Object[] arguments) throws Throwable {
            String name = method.getName();
            switch (name) {
                case "equals":
                    return self == arguments[0];
                case "hashCode":
                    return System.identityHashCode(self);
                case "toString":
                    return connection.toString();
                case "isClosed":
                    return closed || connection.isClosed();
                case "close", "abort":
                    closed = true;
                    return joined ? null : invoke(connection, method, arguments);
                default:
                    break;
            }
            if (closed) {
                throw new SQLException("The connection is closed.");
            }
            if (name.equals("commit")) {
                refuseIfJoined();
                WatchedConnection.this.commit();
                return null;
            }
            if ((name.equals("rollback") && arguments == null)
                    || (name.equals("setAutoCommit") && (Boolean) arguments[0])) {
                refuseIfJoined();
            }
            Object result = invoke(connection, method, arguments);
            return result instanceof Statement statement ? watched(statement, arguments) : result;
        }

        private void refuseIfJoined() throws SQLException {
            if (joined) {
                throw new SQLException(JOINED);
            }
        }

        private Object watched(Statement statement, Object[] arguments) {
            String prepared =
                    arguments != null && arguments.length > 0 && arguments[0] instanceof String sql ? sql : null;
            Class<?> type = statement instanceof CallableStatement
                    ? CallableStatement.class
                    : statement instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
            return WatchedConnection.proxy(type, (self, method, values) -> {
                if (method.getName().equals("getConnection")) {
                    return proxy;
                }
                if (!method.getName().startsWith("execute")) {
                    return invoke(statement, method, values);
                }
                String sql = values != null && values[0] instanceof String text ? text : prepared;
                return steps.around(StepName.of(sql), WatchedConnection.this, () -> invoke(statement, method, values));
            });
        }
    }
}
