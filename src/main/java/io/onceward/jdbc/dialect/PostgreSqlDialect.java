// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;

/** PostgreSQL 17 and newer, which finds a list of positions by one scan of an index. */
class PostgreSqlDialect implements Dialect {

    private static final Version SCANS_LISTS = new Version(17, 0, 0);

    /** The most pending events that an event may have before it, so that the relay need not read it. */
    private static final int MOST_SEEN = 32;

    private final SettingSentinel sentinel = new SettingSentinel();

    /** The states of an undefined table and an undefined column. */
    private static final Set<String> MISSING = Set.of("42P01", "42703");

    @Override
    public Dialect ofOneDatasource() {
        return new PostgreSqlDialect();
    }

    @Override
    public String product() {
        return "PostgreSQL";
    }

    @Override
    public boolean supports(String product, String version) {
        return product().equals(product) && !isOlder(version);
    }

    /** Returns whether a version reads many rows for a list of positions. */
    static boolean isOlder(String version) {
        return Version.of(version).compareTo(SCANS_LISTS) < 0;
    }

    @Override
    public Version oldest() {
        return new Version(12, 0, 0);
    }

    @Override
    public Optional<String> poolerFault(Connection connection, DataSource dataSource, ThreadFactory threads)
            throws SQLException {
        return new PostgreSqlPooler(dataSource, threads).fault(connection);
    }

    /** Settings that somebody has changed for the session, the user or the database, without those of each driver. */
    @Override
    public String settings() {
        return """
            SELECT name || ' = ' || setting, CASE
              WHEN name ~ '(statement|transaction|session)_timeout$' AND setting ~ '^[1-9][0-9]{0,2}$'
                THEN 'a relay that reads a backlog is cut off each time. Execute: ALTER ROLE … SET ' || name || ' = 0'
              WHEN name = 'server_encoding' AND setting <> 'UTF8'
                THEN 'not each text can be stored. Execute: CREATE DATABASE … ENCODING ''UTF8'' TEMPLATE template0' END,
              name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'
            FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'server_encoding', 'synchronous_commit') OR source <> 'default' AND name ~ '_timeout$'
            OR source IN ('client', 'database', 'user', 'database user', 'session')
            AND name NOT IN ('application_name', 'client_encoding', 'DateStyle', 'TimeZone', 'extra_float_digits')\
            """;
    }

    @Override
    public String tableFaults(Collection<String> tables) {
        return """
            WITH r AS (SELECT to_regclass(x) AS oid FROM unnest(ARRAY[%1$s]) AS x)
            SELECT format('column %%I of table %%s compares inexactly by %%s; execute:'
              ' ALTER TABLE %%2$s ALTER COLUMN %%1$I TYPE VARCHAR(255) COLLATE "C"',
              a.attname, a.attrelid::regclass, COALESCE(c.collname, t.typname))
            FROM r JOIN pg_attribute AS a ON a.attrelid = r.oid JOIN pg_type AS t ON t.oid = a.atttypid
            LEFT JOIN pg_collation AS c ON c.oid = a.attcollation AND NOT c.collisdeterministic
            WHERE a.attnum > 0 AND (c.oid IS NOT NULL OR t.typname IN ('bpchar', 'citext'))
            UNION ALL SELECT format('%%s column %%I of table %%s; execute: ALTER TABLE %%3$s ALTER COLUMN %%2$I TYPE %%4$s',
              CASE needed WHEN 'bigint' THEN 'positions outgrow' ELSE 'the time zone of the session changes times in' END,
              attname, attrelid::regclass, needed)
            FROM r JOIN pg_attribute ON attrelid = r.oid JOIN unnest(ARRAY['seq', %2$s]) AS n ON n = attname,
              LATERAL (SELECT CASE n WHEN 'seq' THEN 'bigint' ELSE 'timestamp with time zone' END AS needed) AS t
            WHERE atttypid <> needed::regtype
            UNION ALL SELECT format('texts of database %%I were in the order of version %%s, and now are in that of %%s, so indexes miss rows;'
              ' execute: REINDEX DATABASE %%1$I; ALTER DATABASE %%1$I REFRESH COLLATION VERSION', datname, stored, actual)
            FROM pg_database AS d,
              LATERAL (SELECT to_jsonb(d) ->> 'datcollversion' AS stored, pg_collation_actual_version(100) AS actual) AS v
            WHERE datname = current_database() AND stored <> actual
              AND EXISTS (SELECT 1 FROM r JOIN pg_index ON indrelid = r.oid JOIN pg_attribute ON attrelid = indrelid
                AND attnum = ANY (indkey) WHERE attcollation = 100)
            UNION ALL SELECT format('a crash empties table %%s; execute: ALTER TABLE %%1$s SET LOGGED', oid::regclass)
            FROM r NATURAL JOIN pg_class WHERE relpersistence <> 'p'
            UNION ALL SELECT format('table %%s has partitions or child tables, which are not checked; copy its rows into a table as in %3$s', oid::regclass)
            FROM r NATURAL JOIN pg_class WHERE relkind = 'p' OR EXISTS (SELECT 1 FROM pg_inherits WHERE inhparent = r.oid)
            UNION ALL SELECT format('policies hide rows of table %%s from some sessions; execute: ALTER TABLE %%1$s DISABLE ROW'
              ' LEVEL SECURITY', oid::regclass)
            FROM r WHERE row_security_active(oid) AND EXISTS (SELECT 1 FROM pg_policy WHERE polrelid = r.oid
              AND (0 = ANY (polroles) OR EXISTS (SELECT 1 FROM unnest(polroles) AS x WHERE x <> 0 AND pg_has_role(x, 'USAGE')))
              HAVING NOT COALESCE(bool_or(polpermissive AND polcmd = '*' AND pg_get_expr(polqual, polrelid) = 'true'
                AND COALESCE(pg_get_expr(polwithcheck, polrelid), 'true') = 'true'), FALSE) OR NOT bool_and(polpermissive))
            UNION ALL SELECT format('positions of table %%s are out of order; execute: ALTER SEQUENCE %%s CACHE 1 NO CYCLE',
              r.oid::regclass, seqrelid::regclass)
            FROM r JOIN pg_sequence ON seqrelid IN (SELECT objid FROM pg_depend WHERE refobjid = r.oid
              UNION SELECT refobjid FROM pg_depend JOIN pg_attrdef AS d ON d.oid = objid WHERE adrelid = r.oid) WHERE seqcache > 1 OR seqcycle\
            """.formatted(Dialect.literals(tables), Dialect.TIMES, ddl());
    }

    /**
     * A table that was copied, restored without its sequence, or replicated, begins with the first position again. Reads the last row of
     * each queue and state by the primary key. A role without a right to the sequence draws nothing. Drawn positions are not given back, so
     * other nodes may do the same. Only if there are too many to draw, it sets the sequence, far above what others draw meanwhile.
     */
    @Override
    public void raisePositions(Connection connection, String table, String queueColumn, String destinationColumn)
            throws SQLException {
        String sql = """
            WITH RECURSIVE q AS ((SELECT %2$s AS n, state FROM %1$s ORDER BY 1, 2 LIMIT 1)
              UNION ALL SELECT o.* FROM q, LATERAL (SELECT %2$s, state FROM %1$s
              WHERE (%2$s, state) > (q.n, q.state) ORDER BY 1, 2 LIMIT 1) AS o)
            SELECT CASE WHEN highest > drawn + 100000 THEN setval(s, highest)
              ELSE (SELECT MAX(n) FROM (SELECT nextval(s) AS n FROM generate_series(drawn + 1, highest)) AS d) END
            FROM (SELECT *, COALESCE(pg_sequence_last_value(s), 0) AS drawn
              FROM (SELECT CAST(pg_get_serial_sequence('%1$s', 'seq') AS regclass) AS s, MAX(seq) AS highest
                FROM q, LATERAL (SELECT seq FROM %1$s AS o WHERE o.%2$s = n AND o.state = q.state
                ORDER BY 1 DESC LIMIT 1) AS o) AS r WHERE has_sequence_privilege(s, 'USAGE')) AS p\
            """.formatted(table, queueColumn);
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public String schemaNamed() {
        return "SELECT quote_ident(nspname) FROM pg_namespace WHERE lower(nspname) = lower(?) ORDER BY nspname";
    }

    /** The table may be in any schema of the search path; a new one gets into the first. */
    @Override
    public String schemaOf(String table) {
        return "SELECT quote_ident(COALESCE((SELECT n.nspname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace"
                + " WHERE c.oid = to_regclass('" + table + "')), current_schema()))";
    }

    @Override
    public String ddl() {
        return "META-INF/onceward/postgresql.sql";
    }

    /** Beyond the standard: 53 are insufficient resources, 57 is an intervention of the operator. */
    @Override
    public SqlFailure cause(SQLException failure) {
        String state = SqlFailure.state(failure);
        if (state.startsWith("53") || state.startsWith("57")) {
            return SqlFailure.UNAVAILABLE;
        }
        if (state.startsWith("P0")) { // raised by a trigger
            return SqlFailure.REFUSED;
        }
        return MISSING.contains(state) ? SqlFailure.MISSING : SqlFailure.standard(failure);
    }

    /** A transaction at repeatable read would see the database as of its first statement, which is the one that locks. */
    @Override
    public String seeLatest() {
        return "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";
    }

    /** A generated column would cost almost as much as all of the rest of an insert. */
    @Override
    public String heldSlot(String prefix) {
        return "CASE WHEN %1$sstate IN ('RETRYING', 'PARKED', 'BLOCKED') AND %1$saggregateid IS NOT NULL THEN %1$sslot END"
                .formatted(prefix);
    }

    /**
     * The subqueries see what the statement sees, and not its own row. A transaction that has locked or changed a row has an id before
     * the statement. Without one, what it has locked is in another database, which may release the lock before the event of the
     * transaction before is visible here.
     */
    @Override
    public Optional<String> insertAndLook(String insert, String condition, String table, String queueColumn) {
        return Optional.of("""
                WITH own AS (SELECT txid_current_if_assigned() AS id)
                %5$s FROM own WHERE %6$s
                RETURNING seq, CASE WHEN (SELECT id FROM own) IS NOT NULL AND current_setting('transaction_isolation') = 'read committed'
                 AND NOT EXISTS (SELECT 1 FROM %1$s AS h WHERE h.%2$s = %1$s.%2$s AND %3$s = %1$s.slot)
                 THEN (SELECT CASE WHEN COUNT(*) <= %4$d THEN
                 COALESCE(ARRAY_AGG(p.seq) FILTER (WHERE p.aggregateid = %1$s.aggregateid), '{}') END
                 FROM (SELECT o.seq, o.aggregateid FROM %1$s AS o WHERE o.%2$s = %1$s.%2$s AND o.state = 'PENDING'
                 ORDER BY o.%2$s, o.state, o.seq LIMIT %4$d + 1) AS p) END""".formatted(table, queueColumn, heldSlot("h."), MOST_SEEN, insert, condition));
    }

    @Override
    public boolean answersCommits(Connection connection) {
        return PostgreSqlDriver.isLocal(connection);
    }

    /** Without statistics, as after a sudden backlog, PostgreSQL sorts all rows instead of reading some of them by the index. */
    @Override
    public String readInIndexOrder() {
        return "SET LOCAL enable_sort = OFF";
    }

    /** Does not wait for the disk: if a crash of the database undoes the removal of events, the relay publishes them again. */
    @Override
    public void begin(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(seeLatest() + "; SET LOCAL synchronous_commit = OFF");
        }
    }

    @Override
    public boolean severalInOneCall() {
        return true;
    }

    /**
     * A prepared statement keeps the plan that was good for an empty table, and then reads a full one from the beginning to the end for
     * each row. The size of the table can't tell PostgreSQL otherwise, because the plan is older. The transaction may be that of a
     * handler, whose statements have to be planned as the application wants.
     */
    @Override
    public String byIndex(String sql) {
        return "SELECT set_config('onceward.seqscan', current_setting('enable_seqscan'), TRUE), set_config('enable_seqscan', 'off', TRUE);"
                + sql + ";SELECT set_config('enable_seqscan', current_setting('onceward.seqscan'), TRUE)";
    }

    @Override
    public int updated(PreparedStatement statement) throws SQLException {
        statement.execute();
        statement.getMoreResults(); // the first result is that of the setting
        return statement.getUpdateCount();
    }

    @Override
    public ResultSet found(PreparedStatement statement) throws SQLException {
        statement.execute();
        statement.getMoreResults();
        return statement.getResultSet();
    }

    /**
     * Finds the id of each row by the row's position in the list of positions, which is in order. PostgreSQL plans a statement with such a
     * list anew each time, which costs more than to remove a single row.
     */
    @Override
    public String chosen(String table, String queueColumn, int count) {
        String rows = count == 1
                ? "seq = ? AND id = ?"
                : "seq = ANY(?) AND id = (CAST(? AS VARCHAR[]))[width_bucket(seq, ?)]";
        return queueColumn + " = ? AND state = ? AND " + rows;
    }

    /** A session that has locked a row is the one whose transaction the row names; other locks are those of the tables. */
    @Override
    public List<String> lockHolders(String table, String lanes, long seq) {
        String session =
                "SELECT concat_ws(', ', 'session ' || a.pid, 'user ' || a.usename, nullif('application ' || a.application_name,"
                        + " 'application '), 'client ' || host(a.client_addr), a.state, 'transaction since ' || a.xact_start)"
                        + " FROM pg_stat_activity AS a WHERE a.pid <> pg_backend_pid() AND a.pid IN (SELECT l.pid FROM pg_locks AS l";
        String oldest = ") ORDER BY a.xact_start, a.pid LIMIT 3";
        String waiting = "SELECT w.relation FROM pg_locks AS w WHERE NOT w.granted";
        String tables = "to_regclass('" + table + "'), to_regclass('" + lanes + "')";
        String holder = session + " WHERE l.granted AND l.relation IN (" + tables + ") AND l.mode ";
        String ofTable = holder + "NOT IN ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock') AND l.relation IN ("
                + waiting + ")" + oldest;
        String ofRow = session + " JOIN " + table + " AS o ON l.transactionid = o.xmax WHERE l.granted AND o.seq = "
                + seq + oldest;
        String any = holder + "<> 'AccessShareLock'" + oldest;
        return seq == 0 ? List.of(ofTable, any) : List.of(ofTable, ofRow, any);
    }

    /** Finds the locked rows by their places, which are unique in a table without partitions. */
    @Override
    public Optional<String> deleteUnlocked(String table, String queueColumn, int count) {
        return Optional.of("DELETE FROM ONLY " + table + " WHERE (SELECT " + sentinel.setting()
                + ") AND ctid = ANY (ARRAY("
                + lockingUnlocked("SELECT ctid FROM ONLY " + table + " WHERE " + chosen(table, queueColumn, count))
                + "))");
    }

    @Override
    public void bindRows(PreparedStatement statement, String queue, String state, NavigableMap<Long, String> ids)
            throws SQLException {
        statement.setString(1, queue);
        statement.setString(2, state);
        if (ids.size() == 1) {
            statement.setLong(3, ids.firstKey());
            statement.setString(4, ids.get(ids.firstKey()));
            return;
        }
        List<Long> seqs = List.copyOf(ids.keySet());
        bind(statement, bindTexts(statement, bind(statement, 2, seqs), List.copyOf(ids.values())), seqs);
    }

    @Override
    public String in(String expression, int count) {
        return expression + " = ANY(?)";
    }

    @Override
    public int bind(PreparedStatement statement, int index, List<Long> numbers) throws SQLException {
        statement.setArray(index + 1, statement.getConnection().createArrayOf("bigint", numbers.toArray()));
        return index + 1;
    }

    @Override
    public boolean leavesOutMany() {
        return true;
    }

    /** Looks for the number in the list, which is in order: a prepared {@code <> ALL} would compare it with each value. */
    @Override
    public String noneOf(String column, int count) {
        return "COALESCE((CAST(? AS BIGINT[]))[width_bucket(%1$s, CAST(? AS BIGINT[]))] <> %1$s, TRUE)"
                .formatted(column);
    }

    @Override
    public int bindNoneOf(PreparedStatement statement, int index, List<Long> numbers) throws SQLException {
        return bind(statement, bind(statement, index, numbers), numbers);
    }

    @Override
    public int bindTexts(PreparedStatement statement, int index, List<String> texts) throws SQLException {
        statement.setArray(index + 1, statement.getConnection().createArrayOf("varchar", texts.toArray()));
        return index + 1;
    }

    @Override
    public String keys(int count) {
        return "(SELECT unnest(CAST(? AS VARCHAR[])) AS k_key, unnest(CAST(? AS INTEGER[])) AS k_slot) AS k";
    }

    @Override
    public int bindKeys(PreparedStatement statement, int index, List<String> keys, List<Integer> slots)
            throws SQLException {
        Connection connection = statement.getConnection();
        statement.setArray(index + 1, connection.createArrayOf("varchar", keys.toArray()));
        statement.setArray(index + 2, connection.createArrayOf("integer", slots.toArray()));
        return index + 2;
    }

    /** Uses the clock: CURRENT_TIMESTAMP is the start of the transaction, which may have waited. */
    @Override
    public String secondsSince(String time) {
        return "date_part('epoch', clock_timestamp()) - date_part('epoch', " + time + ")";
    }

    @Override
    public boolean isCaptured(Connection connection, String table, String publication, String slot)
            throws SQLException {
        String sql = "SELECT 1 FROM pg_replication_slots AS s, pg_publication_tables AS t, pg_class AS c"
                + " JOIN pg_namespace AS n ON n.oid = c.relnamespace"
                + " WHERE s.slot_name = ? AND s.plugin = 'pgoutput' AND s.database = current_database()"
                + " AND t.pubname = ? AND t.schemaname = n.nspname AND t.tablename = c.relname AND c.oid = to_regclass(?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, slot);
            statement.setString(2, publication);
            statement.setString(3, table);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    @Override
    public String copy(String table, String queueColumn, String targetTable, String columns, int count) {
        return "INSERT INTO " + targetTable + " (" + columns + ") SELECT " + columns + " FROM " + table + " WHERE "
                + chosen(table, queueColumn, count) + " ON CONFLICT (seq, id) DO NOTHING";
    }

    @Override
    public String claim(String inboxTable, int count) {
        return "INSERT INTO " + inboxTable + " (handler, messageid) VALUES " + Dialect.list("(?, ?)", count)
                + " ON CONFLICT DO NOTHING";
    }

    @Override
    public String firstClaim(String inboxTable, int count) {
        return "INSERT INTO " + inboxTable + " (handler, messageid) SELECT c.handler, c.messageid FROM (VALUES "
                + Dialect.list("(?, ?)", count) + ") AS c (handler, messageid) WHERE " + sentinel.setting()
                + " ON CONFLICT DO NOTHING";
    }

    @Override
    public Sentinel sentinel(String inboxTable) {
        return sentinel;
    }

    /** A transaction that inserts holds the advisory lock until it ends. Without the lock nothing fails, so the transaction can continue. */
    @Override
    public boolean tryClaim(Connection connection, String inboxTable, String handler, String messageId)
            throws SQLException {
        return tryClaim(connection, inboxTable, "", handler, messageId);
    }

    @Override
    public boolean tryFirstClaim(Connection connection, String inboxTable, String handler, String messageId)
            throws SQLException {
        return tryClaim(connection, inboxTable, " AND " + sentinel.setting(), handler, messageId);
    }

    private boolean tryClaim(
            Connection connection, String inboxTable, String condition, String handler, String messageId)
            throws SQLException {
        String sql = "INSERT INTO " + inboxTable + " (handler, messageid) SELECT c.handler, c.messageid"
                + " FROM (SELECT CAST(? AS VARCHAR) AS handler, CAST(? AS VARCHAR) AS messageid) AS c"
                + " WHERE pg_try_advisory_xact_lock(hashtextextended(c.handler || ' ' || c.messageid, 0))" + condition
                + " ON CONFLICT DO NOTHING";
        return update(connection, sql, handler, messageId) == 1;
    }
}
