// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import io.onceward.config.JndiName;
import io.onceward.jdbc.DataSourceAccess;
import io.onceward.log.DatabaseErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.NamingException;
import javax.sql.DataSource;

/**
 * The datasources of Payara and GlassFish. Beside every datasource, these servers bind one for persistence managers, which
 * joins the transaction of the thread. The plain one joins the transaction of the invocation, and none in
 * {@code beforeCompletion}.
 */
public final class PayaraDataSourceAccess implements DataSourceAccess {

    private static final String PERSISTENCE_MANAGER = "__pm";
    static final String DEFAULT = "java:comp/DefaultDataSource";

    /** The global name of the default datasource: on its standard name the suffix has no effect. */
    static final String PAYARA_DEFAULT = "jdbc/__default";

    private final Map<String, DataSource> ofApplications = new ConcurrentHashMap<>();
    private final Map<String, DataSource> ofThreads = new ConcurrentHashMap<>();

    /** Called by the service loader. */
    public PayaraDataSourceAccess() {}

    @Override
    public int priority() {
        return 10;
    }

    @Override
    public Optional<DataSource> find(String name) {
        String global = DEFAULT.equals(name) ? PAYARA_DEFAULT : name;
        try {
            ofApplications.put(
                    name, new JndiName(global).lookup(DataSource.class)); // the look-up makes the server create both
            DataSource ofThread = new JndiName(global + PERSISTENCE_MANAGER).lookup(DataSource.class);
            ofThreads.put(name, ofThread);
            return Optional.of(ofThread);
        } catch (NamingException e) {
            return Optional.empty(); // another server, or an unknown name: the next access decides
        }
    }

    /**
     * Returns whether the plain datasource joins the transaction. It commits by itself if the invocation lacks the
     * transaction of the thread. One with XA always claims to commit by itself, so the physical connections are compared.
     */
    @Override
    public boolean isJoinedByApplication(String name) {
        DataSource plain = ofApplications.get(name);
        try (Connection ofApplication = plain.getConnection()) {
            if (!ofApplication.getAutoCommit()) {
                return true;
            }
            try (Connection ofThread = ofThreads.get(name).getConnection()) {
                return physical(plain, ofApplication) == physical(plain, ofThread);
            }
        } catch (SQLException e) {
            throw DatabaseErrors.databaseUnreachable(name, e);
        }
    }

    /** Calls the server's method {@code com.sun.appserv.jdbc.DataSource.getConnection(Connection)}. */
    private static Object physical(DataSource dataSource, Connection connection) throws SQLException {
        try {
            return dataSource
                    .getClass()
                    .getMethod("getConnection", Connection.class)
                    .invoke(dataSource, connection);
        } catch (ReflectiveOperationException e) {
            throw new SQLException("The datasource does not reveal its connections", e);
        }
    }
}
