// SPDX-License-Identifier: Apache-2.0
package io.oncebox.ejb;

import io.oncebox.config.JndiName;
import io.oncebox.log.DeploymentErrors;
import io.oncebox.spi.DataSourceAccess;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.NamingException;
import javax.sql.DataSource;

/**
 * Payara and GlassFish bind, beside every datasource, one for persistence managers. It joins the transaction of the
 * thread; the plain one joins that of the current invocation and, in {@code beforeCompletion}, none at all.
 */
public final class PayaraDataSourceAccess implements DataSourceAccess {

    private static final String PERSISTENCE_MANAGER = "__pm";
    private static final String DEFAULT = "java:comp/DefaultDataSource";

    /** The default by its global name: under the standard one the suffix is accepted, and then has no effect. */
    private static final String PAYARA_DEFAULT = "jdbc/__default";

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
                    name, new JndiName(global).lookup(DataSource.class)); // makes the server set up both of them
            DataSource ofThread = new JndiName(global + PERSISTENCE_MANAGER).lookup(DataSource.class);
            ofThreads.put(name, ofThread);
            return Optional.of(ofThread);
        } catch (NamingException e) {
            return Optional.empty(); // another server, or a name that doesn't exist: the next way of access finds out
        }
    }

    /**
     * The plain one commits by itself where the invocation has not the transaction of the thread. One with XA says that it
     * does in any case; then it shows in whether both are the same connection.
     */
    @Override
    public boolean joinedByApplication(String name) {
        DataSource plain = ofApplications.get(name);
        try (Connection ofApplication = plain.getConnection()) {
            if (!ofApplication.getAutoCommit()) {
                return true;
            }
            try (Connection ofThread = ofThreads.get(name).getConnection()) {
                return physical(plain, ofApplication) == physical(plain, ofThread);
            }
        } catch (SQLException e) {
            throw DeploymentErrors.databaseUnreachable(name, e);
        }
    }

    /** By the server's own method of a datasource, {@code com.sun.appserv.jdbc.DataSource.getConnection(Connection)}. */
    private static Object physical(DataSource dataSource, Connection connection) throws SQLException {
        try {
            return dataSource
                    .getClass()
                    .getMethod("getConnection", Connection.class)
                    .invoke(dataSource, connection);
        } catch (ReflectiveOperationException e) {
            throw new SQLException("The datasource does not tell its connections", e);
        }
    }
}
