// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.config.OncewardConfig;
import io.onceward.config.SchemaMode;
import io.onceward.inbox.ClaimStore;
import io.onceward.inbox.ExpiredClaimStore;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.jdbc.dialect.SqlFailure;
import io.onceward.log.DatabaseErrors;
import io.onceward.queue.Side;
import io.onceward.queue.store.ArchiveStore;
import io.onceward.queue.store.ClusterStore;
import io.onceward.queue.store.LeaseStore;
import io.onceward.queue.store.SideStores;
import io.onceward.transaction.Sentinel;
import io.onceward.transaction.SentinelStore;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** The stores of one datasource, whose tables {@link #prepare} creates if they are missing and the configuration says so. */
public final class Database {

    /** The seconds by which clocks may differ: a look at one takes some time. */
    private static final int CLOCKS_AGREE = 10;

    private final String name;
    private final Jdbc jdbc;
    private final Schema schema;
    private final SideStores outbox;
    private final SideStores storedInbox;
    private final OutboxRows outboxRows;
    private final ArchiveStore archive;
    private final CallRows calls;
    private final ClaimStore inbox;
    private final ExpiredClaimStore claims;
    private final LeaseStore leases;
    private final ClusterStore cluster;
    private final SentinelStore sentinel;

    private final String schemaName;
    private final List<String> settings;

    /** Whether {@link #prepare} creates the tables. */
    private final boolean creating;

    private boolean prepared;
    private boolean logged;

    private Database(
            String name,
            Jdbc jdbc,
            Schema schema,
            boolean creating,
            Tables tables,
            List<String> settings,
            OncewardConfig config) {
        this.name = name;
        this.jdbc = jdbc;
        this.schema = schema;
        this.creating = creating;
        this.schemaName = tables.schema();
        this.settings = settings;
        Dialect dialect = jdbc.dialect();
        QueueTables outboxTables = QueueTables.outbox(tables, config.retention().isPresent());
        var mark = dialect.sentinel(tables.inbox());
        JdbcAppendStore events = new JdbcAppendStore(jdbc, dialect, outboxTables, mark);
        outbox = stores(events, outboxTables);
        QueueTables inboxTables = QueueTables.inbox(tables);
        storedInbox = stores(new JdbcAppendStore(jdbc, dialect, inboxTables, mark), inboxTables);
        outboxRows = new OutboxRows(
                jdbc, events, outboxTables.rows(), outboxTables.queueColumn(), outboxTables.indexOrder());
        archive = new JdbcArchiveStore(jdbc, dialect, tables);
        calls = new CallRows(jdbc, dialect, inboxTables);
        inbox = new JdbcClaimStore(jdbc, dialect, tables);
        claims = new JdbcExpiredClaimStore(jdbc, dialect, tables);
        leases = new JdbcLeaseStore(jdbc, dialect, tables);
        cluster = new JdbcClusterStore(name, jdbc, dialect, tables);
        sentinel = new JdbcSentinelStore(jdbc, mark);
    }

    private SideStores stores(JdbcAppendStore append, QueueTables tables) {
        return new SideStores(
                append,
                new JdbcQueues(name, jdbc, jdbc.dialect(), tables),
                new JdbcAdminStore(name, jdbc, jdbc.dialect(), tables, append),
                new JdbcPolicyStore(jdbc, jdbc.dialect(), tables));
    }

    /**
     * Checks the database, and the tables as far as they exist; changes no row. Call it without a transaction.
     *
     * @throws io.onceward.api.OncewardException if the database is unreachable or unknown, or a table doesn't fit, or is missing
     *     and will not be created
     */
    public static Database open(String name, DataSource dataSource, OncewardConfig config) {
        String action = "check the tables of datasource '" + name + "'";
        try (Connection connection = connect(name, dataSource)) {
            Dialect dialect = dialect(name, connection.getMetaData());
            try {
                requireIsolation(name, dialect, connection);
                requireResults(name, dialect, connection.getMetaData().getURL());
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
            throw DatabaseErrors.databaseUnreachable(name, e);
        }
    }

    private static Database open(
            String name, DataSource dataSource, Dialect dialect, Connection connection, OncewardConfig config)
            throws SQLException {
        List<String> settings = new Query<>(dialect.settings(), Query.NONE, row -> {
                    List<String> found = new ArrayList<>();
                    while (row.next()) {
                        String setting = row.getString(1);
                        String effect = row.getString(2);
                        found.add(setting);
                        if (effect != null) {
                            throw JdbcErrors.refusedSetting(name, setting, effect);
                        }
                        if (row.getBoolean(3)) {
                            JdbcLog.lazyCommits(name, setting);
                        }
                    }
                    return found;
                })
                .run(connection);
        Duration ahead = Duration.between(Instant.now(), dialect.now(connection));
        if (Math.abs(ahead.toSeconds()) > CLOCKS_AGREE) {
            JdbcLog.clocksDiffer(name, ahead);
        }
        Tables tables = tables(dialect, connection, config);
        Schema schema = new Schema(name, dialect, tables);
        boolean creating = config.schema() == SchemaMode.CREATE && !schema.exists(connection);
        if (config.schema() != SchemaMode.NONE && !creating) {
            schema.validate(connection);
        }
        return new Database(name, new Jdbc(dataSource, dialect), schema, creating, tables, settings, config);
    }

    private static Tables tables(Dialect dialect, Connection connection, OncewardConfig config) throws SQLException {
        Tables configured = new Tables(config.tableSchema(), config.tablePrefix());
        if (!configured.schema().isEmpty()) {
            return new Tables(schemaNamed(configured.schema(), dialect, connection), configured.prefix());
        }
        return new Query<>(dialect.schemaOf(configured.version()), Query.NONE, row -> {
                    row.next();
                    String schema = row.getString(1);
                    return schema == null ? configured : new Tables(schema, configured.prefix());
                })
                .run(connection);
    }

    /** Returns a schema, quoted: the one with exactly this name, or else with another case. If there is none, its tables are missing. */
    private static String schemaNamed(String name, Dialect dialect, Connection connection) throws SQLException {
        String quote = connection.getMetaData().getIdentifierQuoteString();
        String quoted = quote + name + quote;
        return new Query<>(
                        dialect.schemaNamed(),
                        (statement, index) -> {
                            statement.setString(index + 1, name);
                            return index + 1;
                        },
                        row -> {
                            String found = quoted;
                            while (row.next()) {
                                found = row.getString(1);
                                if (found.equals(name) || found.equals(quoted)) {
                                    break;
                                }
                            }
                            return found;
                        })
                .run(connection);
    }

    /**
     * Checks how connections reach the database. Then creates the tables, if they were missing and the configuration says so, and
     * validates them. Call it without a transaction, after all checks that need no table: a refused deployment creates none. Further
     * calls do nothing.
     *
     * @param threads creates the thread of a second connection
     * @throws io.onceward.api.OncewardException if a pooler would lose transactions, the database refuses, or a table doesn't fit
     */
    public synchronized void prepare(ThreadFactory threads) {
        if (prepared) {
            return;
        }
        checkSessions(threads);
        if (creating) {
            jdbc.run("create the tables of datasource '" + name + "'", connection -> {
                schema.create(connection);
                schema.validate(connection);
                return null;
            });
            JdbcLog.schemaCreated(name, jdbc.dialect().ddl());
        }
        prepared = true;
    }

    private void checkSessions(ThreadFactory threads) {
        Dialect dialect = jdbc.dialect();
        jdbc.run("check the sessions of datasource '" + name + "'", connection -> {
            dialect.poolerFault(connection, jdbc.dataSource(), threads).ifPresent(mode -> {
                throw JdbcErrors.pooler(name, mode);
            });
            Optional<String> writers = dialect.severalWriters();
            if (writers.isPresent() && new Query<>(writers.get(), Query.NONE, ResultSet::next).run(connection)) {
                dialect.staleReads(connection, jdbc.dataSource(), threads).ifPresent(setting -> {
                    throw JdbcErrors.staleReads(name, setting);
                });
                JdbcLog.severalWriters(name);
            }
            return null;
        });
    }

    /** Logs that the tables are in use. Further calls do nothing. */
    public synchronized void logStarted() {
        if (!logged) {
            logged = true;
            JdbcLog.started(name, jdbc.dialect().product(), schemaName);
        }
    }

    private static Dialect dialect(String name, DatabaseMetaData database) throws SQLException {
        String product = database.getDatabaseProductName();
        String version = database.getDatabaseProductVersion();
        Dialect dialect =
                Dialect.of(product, version).orElseThrow(() -> JdbcErrors.unknownDatabase(product, name, known()));
        if (dialect.version(version).compareTo(dialect.oldest()) < 0) {
            throw JdbcErrors.oldDatabase(
                    dialect.product(), version, name, dialect.oldest().toString());
        }
        return dialect;
    }

    private static void requireIsolation(String name, Dialect dialect, Connection connection) throws SQLException {
        int level = connection.getTransactionIsolation();
        dialect.objection(level).ifPresent(why -> {
            throw JdbcErrors.refusedIsolation(name, level, dialect.product(), why);
        });
    }

    /** @param url {@code null} if the pool hides it */
    private static void requireResults(String name, Dialect dialect, String url) {
        dialect.repeatingParameter(Objects.requireNonNullElse(url, "")).ifPresent(parameter -> {
            throw JdbcErrors.repeatingDriver(name, parameter);
        });
    }

    private static String known() {
        return Dialect.ALL.stream().map(Dialect::product).distinct().collect(Collectors.joining(", "));
    }

    /** Returns the settings on which statements depend, as the session had them that checked the tables. */
    public List<String> settings() {
        return settings;
    }

    /** Returns the stores of one side. */
    public SideStores stores(Side side) {
        return side == Side.OUTBOX ? outbox : storedInbox;
    }

    /** Returns the rows of the outbox. */
    public OutboxRows outboxRows() {
        return outboxRows;
    }

    /** Returns whether a tool captures the events from the log of the database. Call it without a transaction. */
    public boolean isCaptured(String publication, String slot) {
        return jdbc.run("read what captures events", connection -> jdbc.dialect()
                .isCaptured(connection, outboxRows.table(), publication, slot));
    }

    public ArchiveStore archive() {
        return archive;
    }

    /** Returns the recorded calls of durable methods. */
    public CallRows calls() {
        return calls;
    }

    public ClaimStore inbox() {
        return inbox;
    }

    /** Returns the store by which expired claims of {@link #inbox()} are deleted. */
    public ExpiredClaimStore claims() {
        return claims;
    }

    /** Returns the leases of the nodes that share the tables. */
    public LeaseStore leases() {
        return leases;
    }

    /** Returns the sentinel of a transaction of the datasource. */
    public Sentinel sentinel(TransactionSynchronizationRegistry registry) {
        return new Sentinel(registry, name, sentinel);
    }

    /** Returns what operators see of the nodes and lanes. */
    public ClusterStore cluster() {
        return cluster;
    }
}
