// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Properties;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PostgreSQL's driver, with each statement, commit and rollback as a step. */
public final class WatchedDriver implements Driver {

    /** The schema before the name of a table. */
    private static final Pattern SCHEMA = Pattern.compile("[\"\\w]+\\.(?=onceward_)");

    private static final Pattern CHANGE =
            Pattern.compile("\\b(INSERT INTO|(?<!FOR )UPDATE|DELETE FROM)\\s+(?:ONLY\\s+)?(\\w+)");
    private static final Pattern QUERY = Pattern.compile("\\b(FROM)\\s+(\\w+)");

    /** The first assignment of an update: it tells what is done to a lane or an event. */
    private static final Pattern ASSIGNMENT =
            Pattern.compile("\\bSET (\\w+ = (?:\\w+\\([^)]*\\)|\\w+ \\+ 1|[^\\s,]+))");

    private final Driver driver = new org.postgresql.Driver();

    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
        return new WatchedConnection(driver.connect(url, properties)).proxy();
    }

    /** One connection and what its transaction has done. */
    private static final class WatchedConnection {

        private final Connection connection;
        private String lastChange;

        WatchedConnection(Connection connection) {
            this.connection = connection;
        }

        Connection proxy() {
            return (Connection) Proxy.newProxyInstance(
                    WatchedDriver.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (self, method, arguments) -> {
                        String name = method.getName();
                        if (name.equals("prepareStatement") || name.equals("createStatement")) {
                            String sql = name.equals("prepareStatement") ? (String) arguments[0] : null;
                            return statement((Statement) invoke(connection, method, arguments), sql);
                        }
                        if ((name.equals("commit") || name.equals("rollback")) && arguments == null) {
                            String what = name + " of " + (lastChange == null ? "reading" : lastChange);
                            lastChange = null;
                            return Steps.around(what, SQLException::new, () -> invoke(connection, method, null));
                        }
                        return invoke(connection, method, arguments);
                    });
        }

        private Object statement(Statement statement, String prepared) {
            Class<?> type = prepared == null ? Statement.class : PreparedStatement.class;
            return Proxy.newProxyInstance(
                    WatchedDriver.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                        if (!method.getName().startsWith("execute")) {
                            return invoke(statement, method, arguments);
                        }
                        String sql = prepared == null && arguments != null ? (String) arguments[0] : prepared;
                        return Steps.around(named(sql), SQLException::new, () -> invoke(statement, method, arguments));
                    });
        }

        /**
         * Returns a name for a statement: the table that it changes, or else the one that it queries; and how. A transaction that begins with
         * the deletion of a message has no claim: the message is a local event.
         */
        private String named(String statement) {
            String sql = SCHEMA.matcher(statement).replaceAll("");
            Matcher change = CHANGE.matcher(sql.toUpperCase(Locale.ROOT));
            if (change.find()) {
                String claim = lastChange == null ? " without a claim" : "";
                lastChange =
                        change.group(1).split(" ")[0] + " " + change.group(2).toLowerCase(Locale.ROOT);
                if (lastChange.equals("DELETE onceward_inbox_message")) {
                    lastChange += claim;
                }
                Matcher assignment = ASSIGNMENT.matcher(sql);
                if (change.group(1).equals("UPDATE") && assignment.find()) {
                    lastChange += " SET " + assignment.group(1);
                }
                return lastChange;
            }
            Matcher query = QUERY.matcher(sql.toUpperCase(Locale.ROOT));
            String locking = sql.contains("FOR UPDATE") ? " FOR UPDATE" : "";
            return query.find() ? "SELECT " + query.group(2).toLowerCase(Locale.ROOT) + locking : sql.split("\\s")[0];
        }
    }

    static Object invoke(Object target, java.lang.reflect.Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        return driver.acceptsURL(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) throws SQLException {
        return driver.getPropertyInfo(url, properties);
    }

    @Override
    public int getMajorVersion() {
        return driver.getMajorVersion();
    }

    @Override
    public int getMinorVersion() {
        return driver.getMinorVersion();
    }

    @Override
    public boolean jdbcCompliant() {
        return driver.jdbcCompliant();
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
