// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.config.OnceboxConfig;
import io.oncebox.config.SchemaMode;
import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.log.Errors;
import io.oncebox.log.Log;
import io.oncebox.spi.InboxStore;
import io.oncebox.spi.OutboxStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** The tables of one datasource, found to be usable. */
public final class Database {

    private static final int CREATE_TRIES = 10;
    private static final Duration CREATE_PAUSE = Duration.ofMillis(100);

    private final OutboxStore outbox;
    private final InboxStore inbox;

    private Database(OutboxStore outbox, InboxStore inbox) {
        this.outbox = outbox;
        this.inbox = inbox;
    }

    /**
     * Creates the tables, or validates them, as configured. Call it without a transaction.
     *
     * @throws io.oncebox.api.OnceboxException if the database is unreachable or unknown, or a table doesn't fit
     */
    public static Database open(String name, DataSource dataSource, OnceboxConfig config) {
        try (Connection connection = connect(name, dataSource)) {
            return open(name, dataSource, connection, config);
        } catch (SQLException e) {
            throw Errors.database("prepare the tables of datasource '" + name + "'", e);
        }
    }

    private static Connection connect(String name, DataSource dataSource) {
        try {
            return dataSource.getConnection();
        } catch (SQLException e) {
            throw Errors.databaseUnreachable(name, e);
        }
    }

    private static Database open(String name, DataSource dataSource, Connection connection, OnceboxConfig config)
            throws SQLException {
        Tables tables = new Tables(config.tableSchema(), config.tablePrefix());
        String product = connection.getMetaData().getDatabaseProductName();
        Dialect dialect = Dialect.of(product).orElseThrow(() -> Errors.unknownDatabase(product, name, known()));
        Schema schema = new Schema(name, dialect, tables);
        prepare(schema, connection, name, dialect, config.schema());
        int lanes = schema.lanes(connection);
        Log.started(name, product, lanes);
        Jdbc jdbc = new Jdbc(dataSource);
        return new Database(new JdbcOutboxStore(jdbc, tables, lanes), new JdbcInboxStore(jdbc, dialect, tables));
    }

    private static void prepare(Schema schema, Connection connection, String name, Dialect dialect, SchemaMode mode)
            throws SQLException {
        if (mode == SchemaMode.CREATE && !schema.isComplete(connection)) {
            create(schema, connection);
            Log.schemaCreated(name, dialect.ddl());
        }
        if (mode != SchemaMode.NONE) {
            schema.validate(connection);
        }
    }

    /**
     * Other applications or nodes may create the same tables at the same moment. No statement of the file minds what is
     * there already, but databases do not let two of them pass at once, so whoever was refused tries again.
     */
    private static void create(Schema schema, Connection connection) throws SQLException {
        for (int tries = 1; tries <= CREATE_TRIES && !schema.isComplete(connection); tries++) {
            try {
                schema.create(connection);
            } catch (SQLException e) {
                if (tries == CREATE_TRIES) {
                    throw e;
                }
                LockSupport.parkNanos(CREATE_PAUSE.toNanos());
            }
        }
    }

    private static String known() {
        return Dialect.ALL.stream().map(Dialect::product).collect(Collectors.joining(", "));
    }

    public OutboxStore outbox() {
        return outbox;
    }

    public InboxStore inbox() {
        return inbox;
    }
}
