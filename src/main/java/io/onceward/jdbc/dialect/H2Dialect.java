// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

final class H2Dialect implements Dialect {

    private static final String UNIQUE_VIOLATION = "23505";

    private static final String CONNECTION_BROKEN = "90067";
    private static final String DATABASE_CLOSED = "90098";
    private static final String DATABASE_CLOSED_BY_OTHERS = "90121";

    private static final String READ_ONLY = "90097";

    /** H2 suggests tables with similar names. */
    private static final String TABLE_UNKNOWN = "42S03";

    private static final String TABLE_UNKNOWN_IN_EMPTY_SCHEMA = "42S04";
    private static final String SCHEMA_UNKNOWN = "90079";

    private static final String RIGHTS_MISSING = "90096";
    private static final String FUNCTION_UNKNOWN = "90022";
    private static final String NOT_SUPPORTED = "HYC00";

    private static final int LOCK_TIMEOUT = 50200;

    /** A row has changed since the transaction began. */
    private static final int CONCURRENT_UPDATE = 90131;

    @Override
    public String product() {
        return "H2";
    }

    /** Older versions can't skip locked rows. */
    @Override
    public Version oldest() {
        return new Version(2, 2, 220);
    }

    @Override
    public String settings() {
        return """
            SELECT CONCAT(n, ' = ', v), CASE
              WHEN n = 'COLLATION' AND v NOT LIKE 'CHARSET%'
                THEN 'different ids and keys are taken for the same. Create the database with: SET COLLATION OFF'
              WHEN n = 'QUERY_TIMEOUT' AND v REGEXP '^[1-9][0-9]{0,2}$'
                THEN 'a relay that reads a backlog is cut off each time. Execute: SET QUERY_TIMEOUT 0' END,
              n = 'WRITE_DELAY' AND v <> '0'
            FROM (SELECT * FROM INFORMATION_SCHEMA.SETTINGS) AS s (n, v)
            WHERE n IN ('COLLATION', 'IGNORECASE', 'MODE', 'QUERY_TIMEOUT', 'WRITE_DELAY')\
            """;
    }

    @Override
    public String tableFaults(Collection<String> tables) {
        return """
                SELECT CONCAT(CASE t WHEN 'TIMESTAMP' THEN 'the time zone of the session changes times in' ELSE 'case counts nothing in' END,
                  ' column ', COLUMN_NAME, ' of table ', TABLE_NAME, '; execute: ALTER TABLE ', QUOTE_IDENT(TABLE_SCHEMA), '.',
                  QUOTE_IDENT(TABLE_NAME), ' ALTER COLUMN ', QUOTE_IDENT(COLUMN_NAME), ' SET DATA TYPE ',
                  CASE t WHEN 'TIMESTAMP' THEN 'TIMESTAMP WITH TIME ZONE' ELSE CONCAT('VARCHAR(', CHARACTER_MAXIMUM_LENGTH, ')') END)
                FROM (SELECT *, CAST(DATA_TYPE AS VARCHAR) AS t FROM INFORMATION_SCHEMA.COLUMNS) AS c
                WHERE (t = 'VARCHAR_IGNORECASE' OR t = 'TIMESTAMP' AND LOWER(COLUMN_NAME) IN (%s))
                AND LOWER(CONCAT(QUOTE_IDENT(TABLE_SCHEMA), '.', TABLE_NAME)) IN (%s)\
                """.formatted(Dialect.TIMES, Dialect.literals(tables).toLowerCase(Locale.ROOT));
    }

    @Override
    public String schemaNamed() {
        return "SELECT QUOTE_IDENT(SCHEMA_NAME) FROM INFORMATION_SCHEMA.SCHEMATA WHERE UPPER(SCHEMA_NAME) = UPPER(?)";
    }

    @Override
    public String schemaOf(String table) {
        return "SELECT QUOTE_IDENT(CURRENT_SCHEMA)";
    }

    /** The standard's words: some modes of H2 refuse LIMIT. */
    @Override
    public String limited(String query) {
        return query + " FETCH FIRST ? ROWS ONLY";
    }

    @Override
    public String limited(String query, int rows) {
        return query + " FETCH FIRST " + rows + " ROWS ONLY";
    }

    @Override
    public String row(String query, int number) {
        return query + " OFFSET " + (number - 1) + " ROWS FETCH FIRST 1 ROWS ONLY";
    }

    @Override
    public String ddl() {
        return "META-INF/onceward/h2.sql";
    }

    /** If its process is killed, H2 may keep a row but forget that it gave the position. Drawn positions are not given back. */
    @Override
    public void raisePositions(Connection connection, String table, String queueColumn, String destinationColumn)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long highest = number(statement.executeQuery("SELECT MAX(seq) FROM " + table));
            connection.setAutoCommit(false);
            while (highest > 0 && drawn(statement, table, destinationColumn) <= highest) {}
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    /** Returns the position of a new row; 0 if another row has it. */
    private static long drawn(Statement statement, String table, String destinationColumn) throws SQLException {
        try {
            statement.executeUpdate(
                    "INSERT INTO " + table + " (id, aggregatetype, type, payload, contenttype, slot, state, "
                            + destinationColumn + ") VALUES ('x', 'x', 'x', X'', 'x', 0, 'PARKED', 'x')",
                    Statement.RETURN_GENERATED_KEYS);
            return number(statement.getGeneratedKeys());
        } catch (SQLException e) {
            if (UNIQUE_VIOLATION.equals(e.getSQLState())) {
                return 0;
            }
            throw e;
        }
    }

    private static long number(ResultSet rows) throws SQLException {
        try (rows) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public Optional<String> objection(int level) {
        return level == Connection.TRANSACTION_READ_UNCOMMITTED ? Optional.of(DIRTY_READS) : Optional.empty();
    }

    @Override
    public SqlFailure cause(SQLException failure) {
        if (failure.getErrorCode() == CONCURRENT_UPDATE) {
            return SqlFailure.CONFLICT;
        }
        return switch (SqlFailure.state(failure)) {
            case CONNECTION_BROKEN, DATABASE_CLOSED, DATABASE_CLOSED_BY_OTHERS, READ_ONLY -> SqlFailure.UNAVAILABLE;
            case TABLE_UNKNOWN, TABLE_UNKNOWN_IN_EMPTY_SCHEMA, SCHEMA_UNKNOWN -> SqlFailure.MISSING;
            case RIGHTS_MISSING, FUNCTION_UNKNOWN, NOT_SUPPORTED -> SqlFailure.REFUSED;
            default -> SqlFailure.standard(failure);
        };
    }

    /** Selects by the primary key: H2 would read every row of the state if it could use the index that begins with queue and state. */
    @Override
    public String chosen(String table, String queueColumn, int count) {
        return "CONCAT(" + queueColumn + ", '') = ? AND CONCAT(state, '') = ? AND " + in("seq", count) + " AND "
                + in("id", count);
    }

    @Override
    public String copy(String table, String queueColumn, String targetTable, String columns, int count) {
        return "INSERT INTO " + targetTable + " (" + columns + ") SELECT " + columns + " FROM " + table + " AS o WHERE "
                + chosen(table, queueColumn, count) + " AND NOT EXISTS (SELECT 1 FROM " + targetTable
                + " AS t WHERE t.seq = o.seq AND t.id = o.id)";
    }

    @Override
    public String claim(String inboxTable, int count) {
        return """
                MERGE INTO %s AS t
                USING (VALUES %s) AS s (handler, messageid)
                ON t.handler = s.handler AND t.messageid = s.messageid
                WHEN NOT MATCHED THEN INSERT (handler, messageid) VALUES (s.handler, s.messageid)""".formatted(inboxTable, Dialect.list("(CAST(? AS VARCHAR), CAST(? AS VARCHAR))", count));
    }

    /** The later of two concurrent merges finds the row only in the index; the transaction stays usable. */
    @Override
    public boolean claimedBefore(SQLException failure) {
        return UNIQUE_VIOLATION.equals(failure.getSQLState());
    }

    /** No view shows the rows that a session has locked. */
    @Override
    public List<String> lockHolders(String table, String lanes, long seq) {
        return List.of(
                "SELECT 'session ' || session_id || ', user ' || user_name || COALESCE(', client ' || client_addr, '')"
                        + " || ', session since ' || session_start FROM information_schema.sessions"
                        + " WHERE contains_uncommitted AND session_id <> SESSION_ID() ORDER BY session_start FETCH FIRST 3 ROWS ONLY");
    }

    @Override
    public Sentinel sentinel(String inboxTable) {
        return row(inboxTable);
    }

    @Override
    public boolean tryClaim(Connection connection, String inboxTable, String handler, String messageId)
            throws SQLException {
        try (Statement session = connection.createStatement()) {
            int usual;
            try (ResultSet timeout = session.executeQuery("CALL LOCK_TIMEOUT()")) {
                timeout.next();
                usual = timeout.getInt(1);
            }
            session.execute("SET LOCK_TIMEOUT 100");
            try {
                return update(connection, claim(inboxTable), handler, messageId) == 1;
            } catch (SQLException e) {
                if (claimedBefore(e) || e.getErrorCode() == LOCK_TIMEOUT) {
                    return false;
                }
                throw e;
            } finally {
                session.execute("SET LOCK_TIMEOUT " + usual);
            }
        }
    }
}
