// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The common part of MariaDB and MySQL.
 *
 * <p>Times are UTC in columns without a time zone. So neither the time zone of the session nor that of the driver changes them,
 * and they don't end in 2038.
 */
abstract class InnoDbDialect implements Dialect {

    /** Unknown database; its SQLState only says that access or syntax is wrong. */
    private static final int UNKNOWN_DATABASE = 1049;

    /** An option of the server, such as {@code read_only} on a replica, forbids the statement. */
    private static final int OPTION_PREVENTS_STATEMENT = 1290;

    /** The server is read-only. */
    private static final int READ_ONLY_MODE = 1836;

    /** A row has changed since the transaction began. */
    private static final int RECORD_CHANGED = 1020;

    /** {@code sql_safe_updates} forbids the statement. */
    private static final int UPDATE_WITHOUT_KEY = 1175;

    /** A column has neither a value nor a default. */
    private static final int NO_DEFAULT = 1364;

    /** A value was given for a generated column. */
    private static final int GENERATED_COLUMN = 3105;

    /** A CHECK of MySQL; its SQLState says nothing. */
    private static final int CHECK_VIOLATED = 3819;

    private static final String LIMIT = "sql_select_limit";
    private static final String UNLIMITED = "18446744073709551615";

    /** A parameter of MariaDB's driver, which knows MySQL, too. */
    private static final Pattern REPLAY = Pattern.compile("[?&](transactionReplay)=(?!false|0)");

    /** The clock that {@code SET timestamp} does not stop. */
    private static final String CLOCK = "UNIX_TIMESTAMP(SYSDATE())";

    /** Only the statement is rolled back, or, with {@code innodb_rollback_on_timeout}, the transaction. */
    static final int LOCK_WAIT_TIMEOUT = 1205;

    /**
     * One look into the primary key for each row. A list of positions would be a range, which locks the row behind it and
     * the gaps, where producers insert, or the whole table if the optimizer finds that cheaper. It would wait for the
     * transactions of producers, and fail where the database refuses to lock a row that is newer than the first read. Without the
     * hint, MariaDB may use another index of a small table. The statement then waits for the handlers of all messages that it finds
     * there.
     */
    private static final String BY_KEY =
            "JSON_TABLE(?, '$[*]' COLUMNS (k_seq BIGINT PATH '$[0]', k_id VARCHAR(255) PATH '$[1]')) AS k"
                    + " STRAIGHT_JOIN %s AS o FORCE INDEX (PRIMARY) ON o.%s = ? AND o.state = ? AND o.seq = k.k_seq"
                    + " AND o.id = CONVERT(k.k_id USING utf8mb4) COLLATE %s";

    /** With a binary log, a recovery rolls back what is not in it. */
    private static final String LAZY =
            "SELECT CONCAT('innodb_flush_log_at_trx_commit = ', @@innodb_flush_log_at_trx_commit), NULL,"
                    + " @@innodb_flush_log_at_trx_commit <> 1"
                    + " UNION ALL SELECT CONCAT('sync_binlog = ', @@sync_binlog), NULL, @@log_bin AND @@sync_binlog <> 1";

    /** A limit of the query overrides that of the session. */
    @Override
    public String settings() {
        return Stream.of(
                        setting("sql_mode", "LIKE '%EMPTY_STRING_IS_NULL%'", "an empty payload is none", "TRADITIONAL"),
                        setting(LIMIT, "< " + UNLIMITED, "a relay reads too few rows", "DEFAULT"),
                        setting("sql_big_selects", "= 0", "a relay can not read a backlog", "1"),
                        setting("foreign_key_checks", "= 0", "results outlive their claims", "1"),
                        LAZY,
                        setting("completion_type", "<> 'NO_CHAIN'", "a commit begins or ends too much", "0"),
                        setting(
                                "timestamp",
                                "NOT BETWEEN " + CLOCK + " - 2 AND " + CLOCK + " + 2",
                                "the clock stands still",
                                "DEFAULT"),
                        setting(
                                timeout(),
                                "BETWEEN 0.000001 AND " + shortest(),
                                "a relay that reads a backlog is cut off",
                                "0"))
                .collect(Collectors.joining(" UNION ALL ", "", " LIMIT 100"));
    }

    /** An isolation level that is set through the driver is reset by the pool. */
    @Override
    public String leftSetting() {
        return "CASE WHEN @@%1$s = 'READ-UNCOMMITTED' THEN CONCAT('%1$s = ', @@%1$s) WHEN @@%2$s < %3$s THEN CONCAT('%2$s = ', @@%2$s) END"
                .formatted(level(), LIMIT, UNLIMITED);
    }

    /** Returns the setting that has the isolation level. */
    abstract String level();

    private static String setting(String name, String faulty, String effect, String cure) {
        return "SELECT CONCAT('%1$s = ', @@%1$s), IF(@@%1$s %2$s, '%3$s. Execute: SET %1$s = %4$s', NULL), FALSE"
                .formatted(name, faulty, effect, cure);
    }

    /** Returns the setting that limits the time of a statement. */
    abstract String timeout();

    /** Returns the shortest time in its unit that a statement needs if there is a backlog. */
    abstract String shortest();

    @Override
    public String tableFaults(Collection<String> tables) {
        String any = tables.iterator().next();
        String schema = any.substring(0, any.lastIndexOf('.') + 1);
        return """
            SELECT CONCAT('column ', MIN(column_name), ' of table ', table_name, ' compares inexactly by ', MIN(collation_name),
              '; execute: SET FOREIGN_KEY_CHECKS = 0; ALTER TABLE %1$s', table_name,
              ' CONVERT TO CHARACTER SET utf8mb4 COLLATE %2$s; SET FOREIGN_KEY_CHECKS = 1')
            FROM information_schema.columns WHERE table_schema = '%3$s' AND table_name IN (%4$s)
            AND (collation_name NOT LIKE 'utf8mb4%%' OR data_type LIKE '%%char' AND collation_name <> '%2$s')
            GROUP BY table_name
            UNION ALL SELECT CONCAT('a rollback keeps changes of table ', table_name, '; execute: ALTER TABLE %1$s', table_name,
              ' ENGINE = InnoDB')
            FROM information_schema.tables WHERE table_schema = '%3$s' AND table_name IN (%4$s) AND engine <> 'InnoDB'
            UNION ALL SELECT CONCAT('the database changes times in column ', column_name, ' of table ', table_name, ';',
              ' execute: ALTER TABLE %1$s', table_name, ' MODIFY ', column_name, ' DATETIME(6)', IF(is_nullable = 'NO', ' NOT NULL', ''),
              IF(column_name IN ('availableat', 'leasefrom', 'leaseuntil'), '', ' DEFAULT (UTC_TIMESTAMP(6))'))
            FROM information_schema.columns WHERE table_schema = '%3$s' AND table_name IN (%4$s) AND column_name IN (%5$s)
            AND (data_type <> 'datetime' OR column_name = 'processedat' AND datetime_precision < 6)\
            """.formatted(
                        schema,
                        collation(),
                        schema.replaceAll("^`|`\\.$", "").replace("``", "`"),
                        Dialect.literals(tables.stream().map(Dialect::bare).toList()),
                        Dialect.TIMES);
    }

    @Override
    public Optional<String> repeatingParameter(String url) {
        return REPLAY.matcher(url).results().map(found -> found.group(1)).findFirst();
    }

    @Override
    public String schemaNamed() {
        return "SELECT CONCAT('`', REPLACE(schema_name, '`', '``'), '`') FROM information_schema.schemata"
                + " WHERE LOWER(schema_name) = LOWER(?) ORDER BY schema_name";
    }

    @Override
    public String schemaOf(String table) {
        return "SELECT CONCAT('`', REPLACE(DATABASE(), '`', '``'), '`')";
    }

    /**
     * Not "insert ignore": it cuts a value that is too long and replaces a character that the column can't hold, and then takes
     * another message for a duplicate. The update must change a value: without a change its update count is 1, like that of an
     * insert, because drivers count found rows. With one, it is 2.
     */
    @Override
    public String claim(String inboxTable, int count) {
        return "INSERT INTO " + inboxTable + " (handler, messageid) VALUES " + Dialect.list("(?, ?)", count)
                + " ON DUPLICATE KEY UPDATE processedat = processedat + INTERVAL 1 MICROSECOND";
    }

    @Override
    public boolean tryClaim(Connection connection, String inboxTable, String handler, String messageId)
            throws SQLException {
        try {
            return update(connection, withoutWaiting(claim(inboxTable)), handler, messageId) == 1;
        } catch (SQLException e) {
            if (e.getErrorCode() == LOCK_WAIT_TIMEOUT) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public Sentinel sentinel(String inboxTable) {
        return new SavepointSentinel();
    }

    /** InnoDB writes its log after it has shown the commit. A binary log, and Galera, have the changes before. */
    @Override
    public Optional<String> showsOnlyDurable() {
        return Optional.of("SHOW VARIABLES WHERE variable_name IN ('log_bin', 'wsrep_on') AND value = 'ON'");
    }

    /** Returns the query for sessions with a transaction of a condition. */
    static String session(String condition) {
        return "SELECT CONCAT('session ', p.id, ', user ', p.user, ', client ', p.host, ', transaction since ', t.trx_started)"
                + " FROM information_schema.innodb_trx AS t JOIN information_schema.processlist AS p ON p.id = t.trx_mysql_thread_id"
                + " WHERE p.id <> CONNECTION_ID() AND " + condition + " ORDER BY t.trx_started LIMIT 3";
    }

    /** Returns the statement that fails instead of waiting for a lock. */
    abstract String withoutWaiting(String sql);

    /** A locking read does not use the snapshot of the transaction. */
    @Override
    public String latest(String query) {
        return query + " LOCK IN SHARE MODE";
    }

    /** Returns the collation that the columns have. */
    abstract String collation();

    private String byKey(String table, String queueColumn) {
        return BY_KEY.formatted(table, queueColumn, collation());
    }

    @Override
    public String delete(String table, String queueColumn, int count) {
        return "DELETE o FROM " + byKey(table, queueColumn);
    }

    @Override
    public String update(String table, String queueColumn, String assignments, int count) {
        return "UPDATE " + byKey(table, queueColumn) + " SET " + assignments;
    }

    @Override
    public String copy(String table, String queueColumn, String targetTable, String columns, int count) {
        return "INSERT INTO " + targetTable + " (" + columns + ") SELECT " + columns + " FROM "
                + byKey(table, queueColumn) + " ON DUPLICATE KEY UPDATE sentat = sentat";
    }

    @Override
    public String positions(String table, String queueColumn, int count) {
        return "SELECT o.seq FROM " + byKey(table, queueColumn);
    }

    @Override
    public void bindRows(PreparedStatement statement, String queue, String state, NavigableMap<Long, String> ids)
            throws SQLException {
        StringJoiner json = new StringJoiner(",", "[", "]");
        ids.forEach((seq, id) -> json.add("[" + seq + "," + quoted(id) + "]"));
        statement.setString(1, json.toString());
        statement.setString(2, queue);
        statement.setString(3, state);
    }

    /**
     * For a thousand rows of many, MySQL would read and sort all rows of the queue. For half of the lanes, it would read all of them, and at
     * repeatable read a locking statement would lock them.
     */
    @Override
    public String inOrder(String table) {
        return table + " FORCE INDEX (PRIMARY)";
    }

    @Override
    public String keys(int count) {
        return "JSON_TABLE(?, '$[*]' COLUMNS (k_key VARCHAR(255) PATH '$[0]', k_slot INTEGER PATH '$[1]')) AS k";
    }

    @Override
    public String isKey(String column) {
        return column + " = CONVERT(k.k_key USING utf8mb4) COLLATE " + collation();
    }

    @Override
    public int bindKeys(PreparedStatement statement, int index, List<String> keys, List<Integer> slots)
            throws SQLException {
        StringJoiner json = new StringJoiner(",", "[", "]");
        for (int i = 0; i < keys.size(); i++) {
            json.add("[" + quoted(keys.get(i)) + "," + slots.get(i) + "]");
        }
        statement.setString(index + 1, json.toString());
        return index + 1;
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c < ' ' || c == '"' || c == '\\') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    @Override
    public Optional<String> objection(int level) {
        return switch (level) {
            case Connection.TRANSACTION_READ_UNCOMMITTED -> Optional.of(DIRTY_READS);
            case Connection.TRANSACTION_SERIALIZABLE ->
                Optional.of("every read locks the rows and gaps that it reads, so"
                        + " relays and transactions that record events wait for each other, and deadlock");
            default -> Optional.empty();
        };
    }

    @Override
    public SqlFailure cause(SQLException failure) {
        return switch (failure.getErrorCode()) {
            case UNKNOWN_DATABASE -> SqlFailure.MISSING;
            case OPTION_PREVENTS_STATEMENT, READ_ONLY_MODE -> SqlFailure.UNAVAILABLE;
            case CHECK_VIOLATED -> SqlFailure.CONSTRAINT;
            case RECORD_CHANGED -> SqlFailure.CONFLICT;
            case UPDATE_WITHOUT_KEY, NO_DEFAULT, GENERATED_COLUMN -> SqlFailure.REFUSED;
            default -> SqlFailure.standard(failure);
        };
    }

    @Override
    public String now() {
        return "UTC_TIMESTAMP(6)";
    }

    @Override
    public String secondsSince(String time) {
        return "TIMESTAMPDIFF(MICROSECOND, " + time + ", UTC_TIMESTAMP(6)) / 1000000";
    }

    @Override
    public Object timestamp(Instant instant) {
        return instant == null
                ? null
                : LocalDateTime.ofInstant(instant, ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public Instant instant(ResultSet row, String column) throws SQLException {
        LocalDateTime time = row.getObject(column, LocalDateTime.class);
        return time == null ? null : time.toInstant(ZoneOffset.UTC);
    }
}
