// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.logging.Logger;

/** A wrapper of a driver whose connections get another session of the database when they have lost theirs, in the mode of the old one. */
final class ReconnectingDriver implements Driver {

    static final ReconnectingDriver HIDING = new ReconnectingDriver("hiding:", true);
    static final ReconnectingDriver SHOWING = new ReconnectingDriver("showing:", false);

    private final String prefix;
    private final boolean hides;

    /** @param hides whether the driver's connection can't be seen */
    private ReconnectingDriver(String prefix, boolean hides) {
        this.prefix = prefix;
        this.hides = hides;
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(prefix);
    }

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        return acceptsURL(url) ? new Wrapper(url.substring(prefix.length()), info).connection : null;
    }

    private final class Wrapper implements InvocationHandler {

        private final String url;
        private final Properties info;
        private final Connection connection = proxy(Connection.class, this);
        private Connection own;
        private boolean commits = true;

        Wrapper(String url, Properties info) throws SQLException {
            this.url = url;
            this.info = info;
            own = DriverManager.getConnection(url, info);
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            Object result = call(own, method, arguments);
            if (method.getName().equals("setAutoCommit")) {
                commits = (boolean) arguments[0];
            }
            if (result instanceof Statement statement) {
                Class<? extends Statement> type =
                        result instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
                return proxy(type, (p, m, a) -> call(statement, m, a));
            }
            return hides && result instanceof DatabaseMetaData data
                    ? proxy(
                            DatabaseMetaData.class,
                            (p, m, a) -> m.getName().equals("getConnection") ? connection : call(data, m, a))
                    : result;
        }

        private Object call(Object target, Method method, Object[] arguments) throws Throwable {
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof SQLException failure
                        && String.valueOf(failure.getSQLState()).matches("57P01|08...")) {
                    reconnect();
                    throw new SQLException("the connection was lost, and reconnected", "08007", failure);
                }
                throw e.getCause();
            }
        }

        private void reconnect() throws SQLException {
            own = DriverManager.getConnection(url, info);
            own.setAutoCommit(commits);
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
