// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.config.OnceboxConfig;
import io.oncebox.config.SchemaMode;
import io.oncebox.inbox.ClaimStore;
import io.oncebox.inbox.ExpiredClaimStore;
import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.jdbc.dialect.SqlFailure;
import io.oncebox.log.DeploymentErrors;
import io.oncebox.log.Log;
import io.oncebox.queue.AdminStore;
import io.oncebox.queue.AppendStore;
import io.oncebox.queue.ArchiveStore;
import io.oncebox.queue.ClusterStore;
import io.oncebox.queue.LeaseStore;
import io.oncebox.queue.PolicyStore;
import io.oncebox.queue.Queues;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** The stores of one datasource, whose tables have been created or validated as configured. */
public final class Database {

    private final AppendStore outbox;
    private final Queues channels;
    private final AdminStore admin;
    private final ArchiveStore archive;
    private final ClaimStore inbox;
    private final AppendStore messages;
    private final AdminStore messagesAdmin;
    private final Queues handlers;
    private final ExpiredClaimStore claims;
    private final LeaseStore leases;
    private final PolicyStore channelPolicies;
    private final PolicyStore handlerPolicies;
    private final ClusterStore cluster;

    private Database(String name, Jdbc jdbc, Dialect dialect, Tables tables, OnceboxConfig config) {
        QueueTables outboxTables = QueueTables.outbox(tables, config.retention().isPresent());
        outbox = new JdbcAppendStore(jdbc, dialect, outboxTables);
        channels = new JdbcQueues(name, jdbc, dialect, outboxTables);
        admin = new JdbcAdminStore(name, jdbc, dialect, outboxTables);
        archive = new JdbcArchiveStore(jdbc, dialect, tables);
        inbox = new JdbcClaimStore(jdbc, dialect, tables);
        claims = new JdbcExpiredClaimStore(jdbc, dialect, tables);
        QueueTables inboxTables = QueueTables.inbox(tables);
        messages = new JdbcAppendStore(jdbc, dialect, inboxTables);
        handlers = new JdbcQueues(name, jdbc, dialect, inboxTables);
        messagesAdmin = new JdbcAdminStore(name, jdbc, dialect, inboxTables);
        leases = new JdbcLeaseStore(jdbc, dialect, tables);
        channelPolicies = new JdbcPolicyStore(jdbc, dialect, outboxTables);
        handlerPolicies = new JdbcPolicyStore(jdbc, dialect, inboxTables);
        cluster = new JdbcClusterStore(name, jdbc, dialect, tables);
    }

    /**
     * Creates the tables, or validates them, as configured. Call it without a transaction.
     *
     * @throws io.oncebox.api.OnceboxException if the database is unreachable or unknown, or a table doesn't fit
     */
    public static Database open(String name, DataSource dataSource, OnceboxConfig config) {
        String action = "prepare the tables of datasource '" + name + "'";
        try (Connection connection = connect(name, dataSource)) {
            Dialect dialect = dialect(name, connection.getMetaData());
            try {
                requireIsolation(name, dialect, connection);
                return open(name, dataSource, dialect, connection, config);
            } catch (SQLException e) {
                throw Jdbc.failed(action, dialect.failure(e), e);
            }
        } catch (SQLException e) {
            throw Jdbc.failed(action, SqlFailure.standard(e), e);
        }
    }

    private static Connection connect(String name, DataSource dataSource) {
        try {
            return dataSource.getConnection();
        } catch (SQLException e) {
            throw DeploymentErrors.databaseUnreachable(name, e);
        }
    }

    private static Database open(
            String name, DataSource dataSource, Dialect dialect, Connection connection, OnceboxConfig config)
            throws SQLException {
        Tables tables = new Tables(config.tableSchema(), config.tablePrefix());
        Schema schema = new Schema(name, dialect, tables);
        prepare(schema, connection, name, dialect, config.schema());
        Log.started(name, dialect.product());
        return new Database(name, new Jdbc(dataSource, dialect), dialect, tables, config);
    }

    private static Dialect dialect(String name, DatabaseMetaData database) throws SQLException {
        String product = database.getDatabaseProductName();
        String version = database.getDatabaseProductVersion();
        Dialect dialect = Dialect.of(product, version)
                .orElseThrow(() -> DeploymentErrors.unknownDatabase(product, name, known()));
        if (dialect.version(version).compareTo(dialect.oldest()) < 0) {
            throw DeploymentErrors.oldDatabase(
                    dialect.product(), version, name, dialect.oldest().toString());
        }
        return dialect;
    }

    private static void requireIsolation(String name, Dialect dialect, Connection connection) throws SQLException {
        int level = connection.getTransactionIsolation();
        dialect.objection(level).ifPresent(why -> {
            throw DeploymentErrors.refusedIsolation(name, level, dialect.product(), why);
        });
    }

    private static void prepare(Schema schema, Connection connection, String name, Dialect dialect, SchemaMode mode)
            throws SQLException {
        if (mode == SchemaMode.CREATE && !schema.exists(connection)) {
            schema.create(connection);
            Log.schemaCreated(name, dialect.ddl());
        }
        if (mode != SchemaMode.NONE) {
            schema.validate(connection);
        }
    }

    private static String known() {
        return Dialect.ALL.stream().map(Dialect::product).distinct().collect(Collectors.joining(", "));
    }

    public AppendStore outbox() {
        return outbox;
    }

    /** Returns the channels of the outbox. */
    public Queues channels() {
        return channels;
    }

    /** Returns what operators see and change of the outbox. */
    public AdminStore admin() {
        return admin;
    }

    public ArchiveStore archive() {
        return archive;
    }

    public ClaimStore inbox() {
        return inbox;
    }

    /** Returns the store by which expired claims of {@link #inbox()} are deleted. */
    public ExpiredClaimStore claims() {
        return claims;
    }

    /** Returns the store that appends received messages to the stored inbox. */
    public AppendStore messages() {
        return messages;
    }

    /** Returns what operators see and change of the stored inbox. */
    public AdminStore messagesAdmin() {
        return messagesAdmin;
    }

    /** Returns the handlers of the stored inbox. */
    public Queues handlers() {
        return handlers;
    }

    /** Returns the leases of the nodes that share the tables. */
    public LeaseStore leases() {
        return leases;
    }

    /** Returns what operators see of the nodes and lanes. */
    public ClusterStore cluster() {
        return cluster;
    }

    /** Returns the retry policies of the channels. */
    public PolicyStore channelPolicies() {
        return channelPolicies;
    }

    /** Returns the retry policies of the handlers. */
    public PolicyStore handlerPolicies() {
        return handlerPolicies;
    }
}
