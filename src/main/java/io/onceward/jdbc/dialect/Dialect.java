// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.stream.StreamSupport;
import javax.sql.DataSource;

/**
 * A database product: its DDL file, the SQL in which it differs from others, and the causes of its failures. Implementations
 * are thread-safe and know nothing but the JDK.
 */
public interface Dialect {

    /** Every dialect. */
    List<Dialect> ALL = List.of(
            new PostgreSqlDialect(),
            new OlderPostgreSqlDialect(),
            new MariaDbDialect(),
            new MySqlDialect(),
            new H2Dialect());

    /** The limit of an exception's causes, which may form a circle. */
    int MOST_CAUSES = 30;

    /** The objection to a level at which a transaction sees changes that other transactions have not committed. */
    String DIRTY_READS =
            "a relay reads events before their transactions commit, and publishes them even if these roll back";

    /**
     * Returns a dialect for one datasource.
     *
     * @param product the name of the product, and its version, as {@link java.sql.DatabaseMetaData} has them
     */
    static Optional<Dialect> of(String product, String version) {
        return ALL.stream()
                .filter(dialect -> dialect.supports(product, version))
                .findFirst()
                .map(Dialect::ofOneDatasource);
    }

    /** Returns a dialect with a sentinel for one datasource. */
    default Dialect ofOneDatasource() {
        return this;
    }

    /** Returns the product's name, for messages. */
    String product();

    /** Returns whether this is the dialect of a database with this product name and version. */
    default boolean supports(String product, String version) {
        return product().equals(product);
    }

    /** Returns the numbers of a version that the database reports. */
    default Version version(String text) {
        return Version.of(text);
    }

    /** Returns the oldest version that supports the statements and the tables. */
    Version oldest();

    /**
     * Returns why Onceward does not work at an isolation level; empty if it does.
     *
     * @param level a constant of {@link Connection}
     */
    default Optional<String> objection(int level) {
        return Optional.empty();
    }

    /**
     * Returns the mode of a pooler between the driver and the database in which transactions get lost; empty if none was found. Call it
     * without a transaction.
     *
     * @param connection of the datasource
     * @param threads creates the thread of a second connection
     */
    default Optional<String> poolerFault(Connection connection, DataSource dataSource, ThreadFactory threads)
            throws SQLException {
        return Optional.empty();
    }

    /**
     * Returns the parameter with which the driver repeats the statements of a transaction whose connection it has lost, and drops what they
     * return. Empty if it does not.
     *
     * @param url of the connection, as the driver tells it
     */
    default Optional<String> repeatingParameter(String url) {
        return Optional.empty();
    }

    /** Returns the query that has a row if the server is a node of a cluster each node of which writes. Empty if there are none. */
    default Optional<String> severalWriters() {
        return Optional.empty();
    }

    /**
     * Returns the setting with which a read misses what another connection has just committed on another node of the cluster. Empty if reads
     * wait for it, or if the connections reach one node. Call it without a transaction, and if there are {@link #severalWriters}.
     *
     * @param connection of the datasource
     * @param threads creates the thread of a second connection
     */
    default Optional<String> staleReads(Connection connection, DataSource dataSource, ThreadFactory threads)
            throws SQLException {
        return Optional.empty();
    }

    /**
     * Returns the query for settings of a session on which statements depend. The first column of a row is the name with the value, the
     * second why a relay would stop with it, or read something else, and the statement that cures it; {@code NULL} if it works. The third is
     * true if a crash may lose what was committed.
     */
    String settings();

    /**
     * Returns the expression for a setting with its value that statements of an application may have left in the session, and with which a
     * relay reads something else. {@code NULL} if there is none.
     */
    default String leftSetting() {
        return "NULL";
    }

    /**
     * Returns the query for the faults of the tables: a column with a collation that takes different texts for the same, or a character
     * set that can't hold each text; times that depend on the time zone of the session; rows that some sessions do not see, or that a crash
     * or a rollback does not treat as it must; positions out of order. Its value names the fault, and the statement that cures it.
     *
     * @param tables the names of the tables, as statements write them
     */
    String tableFaults(Collection<String> tables);

    /** The columns of the tables that have times, as a list of literals in lower case. */
    String TIMES = literals(
            List.of("createdat", "availableat", "sentat", "processedat", "leasefrom", "leaseuntil", "pausedat"));

    /** Returns texts as a list of literals. */
    static String literals(Collection<String> texts) {
        return "'" + String.join("', '", texts) + "'";
    }

    /**
     * Returns the query for the schema with a name, its parameter, in any case. Its value is a quoted identifier; no row if there is
     * none.
     */
    String schemaNamed();

    /**
     * Returns the query for the schema in which the session finds a table, or would create it. Its value is an identifier, quoted if
     * necessary; {@code NULL} if the session has no schema.
     *
     * @param table a plain identifier, without a schema
     */
    String schemaOf(String table);

    /** Returns the resource with the statements that create the tables. */
    String ddl();

    /**
     * Has new rows of a queue table come after those that are there, if a database can forget which positions it gave.
     *
     * @param connection one without a transaction
     * @param queueColumn the column that names the queue of a row
     */
    default void raisePositions(Connection connection, String table, String queueColumn, String destinationColumn)
            throws SQLException {}

    /** Returns why a statement of this database failed. A driver, a pool or a server may have wrapped the exception that tells it. */
    default SqlFailure failure(SQLException failure) {
        return StreamSupport.stream(failure.spliterator(), false)
                .limit(MOST_CAUSES)
                .filter(SQLException.class::isInstance)
                .map(each -> cause((SQLException) each))
                .filter(cause -> cause != SqlFailure.OTHER)
                .findFirst()
                .orElse(SqlFailure.OTHER);
    }

    /** Returns what one exception tells, without its causes. */
    default SqlFailure cause(SQLException failure) {
        return SqlFailure.standard(failure);
    }

    /** Returns the query for the first rows of a query; their number is the last parameter. */
    default String limited(String query) {
        return query + " LIMIT ?";
    }

    /** Returns the query for the first rows of a query. */
    default String limited(String query, int rows) {
        return query + " LIMIT " + rows;
    }

    /** Returns the query for one row of a query, the first of which has the number 1. */
    default String row(String query, int number) {
        return query + " LIMIT 1 OFFSET " + (number - 1);
    }

    /** Returns the query that locks the rows that it reads until the transaction ends, and waits for other transactions. */
    default String locking(String query) {
        return query + " FOR UPDATE";
    }

    /** Returns the query that locks the rows that it reads until the transaction ends, without those that another one has locked. */
    default String lockingUnlocked(String query) {
        return query + " FOR UPDATE SKIP LOCKED";
    }

    /** Returns the statement that inserts {@code (handler, messageid)} if it is absent: then, and only then, the update count is 1. */
    default String claim(String inboxTable) {
        return claim(inboxTable, 1);
    }

    /**
     * Returns the statement that inserts several pairs of {@code (handler, messageid)}. Its update count is their number only if all
     * were absent and differ.
     */
    String claim(String inboxTable, int count);

    /** As {@link #claim(String, int)}, in a transaction that Onceward begins with it. Sets the sentinel, if a statement can do so on the way. */
    default String firstClaim(String inboxTable, int count) {
        return claim(inboxTable, count);
    }

    /** Returns SQL for so many elements of a list. */
    static String list(String element, int count) {
        return element + (", " + element).repeat(count - 1);
    }

    /** Returns whether a failed {@link #claim} means that the row was there, and the transaction can go on. */
    default boolean claimedBefore(SQLException failure) {
        return false;
    }

    /**
     * Claims as {@link #claim} does, but waits at most about a second for a concurrent claim. It restores what it changes in the
     * session.
     *
     * @return {@code false} if the row exists, or another transaction is inserting it
     */
    boolean tryClaim(Connection connection, String inboxTable, String handler, String messageId) throws SQLException;

    /** As {@link #tryClaim}, in a transaction that Onceward begins with it, as {@link #firstClaim} does. */
    default boolean tryFirstClaim(Connection connection, String inboxTable, String handler, String messageId)
            throws SQLException {
        return tryClaim(connection, inboxTable, handler, messageId);
    }

    /** Returns what shows whether a transaction was undone. */
    Sentinel sentinel(String inboxTable);

    /** Returns a sentinel that is a row. */
    default Sentinel row(String inboxTable) {
        return new RowSentinel(this, inboxTable);
    }

    /**
     * Returns the query that has a row if others see a commit only when it is durable. Empty if that is always so. Otherwise a crash may undo
     * what they have read.
     */
    default Optional<String> showsOnlyDurable() {
        return Optional.empty();
    }

    /** Runs a statement with a handler and a message's id as its parameters. */
    default int update(Connection connection, String sql, String... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    /** Returns the query that sees what other transactions have committed by now, whatever this one has read before. */
    default String latest(String query) {
        return query;
    }

    /**
     * Returns the first statement of a transaction that waits for locks and must then see what others have committed meanwhile,
     * whatever its isolation level. Empty if the database needs none.
     */
    default String seeLatest() {
        return "";
    }

    /**
     * Returns the statement after which a transaction reads by the index that has the requested order, whatever statistics the
     * database has. Empty if the database needs none.
     */
    default String readInIndexOrder() {
        return "";
    }

    /**
     * Begins a transaction of the relay. Each statement then sees what others have committed by then, whatever the isolation
     * level, unless the database does not let a transaction change its level.
     */
    default void begin(Connection connection) throws SQLException {}

    /** Returns whether one call may have several statements, which saves round trips. */
    default boolean severalInOneCall() {
        return false;
    }

    /**
     * Returns the statement that changes or locks rows as they are now, also rows that another transaction has changed since
     * this one began.
     */
    default String withoutSnapshot(String sql) {
        return sql;
    }

    /**
     * Returns a statement for rows that {@link #bindRows} chooses, in a form that finds them by an index or their places, whatever the
     * database takes the size of the table for. {@link #updated} or {@link #found} runs it. Changes no setting of the transaction.
     */
    default String byIndex(String sql) {
        return sql;
    }

    /** Runs a statement of {@link #byIndex}; returns the number of changed rows. */
    default int updated(PreparedStatement statement) throws SQLException {
        return statement.executeUpdate();
    }

    /** Runs a query of {@link #byIndex}. */
    default ResultSet found(PreparedStatement statement) throws SQLException {
        return statement.executeQuery();
    }

    /**
     * Returns the statement that deletes rows of a queue by state, position and id, and locks no others; {@link #bindRows}
     * binds its parameters.
     *
     * @param queueColumn the column that names the queue of a row
     */
    default String delete(String table, String queueColumn, int count) {
        return "DELETE FROM " + table + " WHERE " + chosen(table, queueColumn, count);
    }

    /** Returns the statement that changes rows, chosen as by {@link #delete}. */
    default String update(String table, String queueColumn, String assignments, int count) {
        return "UPDATE " + table + " SET " + assignments + " WHERE " + chosen(table, queueColumn, count);
    }

    /** Returns the statement that copies columns of rows, chosen as by {@link #delete}, without rows that the other table has already. */
    String copy(String table, String queueColumn, String targetTable, String columns, int count);

    /**
     * Returns the statement that deletes rows, chosen as by {@link #delete}, without those that another transaction has locked, and
     * possibly without others. Empty if the database needs two. Sets the sentinel, as {@link #firstClaim} does: the transaction of a local
     * event begins with it.
     */
    default Optional<String> deleteUnlocked(String table, String queueColumn, int count) {
        return Optional.empty();
    }

    /**
     * Returns the queries for the sessions that may have locked a row, its lane or one of the tables, those with the oldest
     * transactions first, without the session that asks. A query has one column of text, and the first one with a result counts.
     *
     * @param seq the position of the row; 0: none, and a query must not wait for a lock of the table
     */
    List<String> lockHolders(String table, String lanes, long seq);

    /** Returns a table without its schema and quotes. */
    static String bare(String table) {
        return table.substring(table.lastIndexOf('.') + 1).replaceAll("[\"`]", "");
    }

    /** Returns the query for the positions of rows, chosen as by {@link #delete}. */
    default String positions(String table, String queueColumn, int count) {
        return "SELECT seq FROM " + table + " WHERE " + chosen(table, queueColumn, count);
    }

    /** Returns the query of {@link #positions} that locks rows until the transaction ends, without those that another one has locked. */
    default String lockUnlocked(String table, String queueColumn, int count) {
        return lockingUnlocked(positions(table, queueColumn, count));
    }

    /** Returns the condition of {@link #delete}, {@link #update}, {@link #copy} and {@link #positions}. */
    default String chosen(String table, String queueColumn, int count) {
        return queueColumn + " = ? AND state = ? AND " + in("seq", count) + " AND " + in("id", count);
    }

    /**
     * Binds the parameters of {@link #delete}, {@link #update}, {@link #copy} and {@link #positions}.
     *
     * @param ids the ids of the rows, by their positions
     */
    default void bindRows(PreparedStatement statement, String queue, String state, NavigableMap<Long, String> ids)
            throws SQLException {
        statement.setString(1, queue);
        statement.setString(2, state);
        bindTexts(statement, bind(statement, 2, List.copyOf(ids.keySet())), List.copyOf(ids.values()));
    }

    /** Returns the condition that an expression is one of a count of values, which {@link #bind} or {@link #bindTexts} binds. */
    default String in(String expression, int count) {
        return expression + " IN (" + String.join(", ", Collections.nCopies(padded(count), "?")) + ")";
    }

    /**
     * Binds the numbers of {@link #in}.
     *
     * @param index the last parameter before them
     * @return the last parameter that is bound
     */
    default int bind(PreparedStatement statement, int index, List<Long> numbers) throws SQLException {
        int last = index;
        for (int i = 0; i < padded(numbers.size()); i++) {
            statement.setLong(++last, numbers.get(Math.min(i, numbers.size() - 1)));
        }
        return last;
    }

    /** Returns whether a query leaves out thousands of numbers by {@link #noneOf} at little cost. */
    default boolean leavesOutMany() {
        return false;
    }

    /**
     * Returns the condition that a column of numbers is none of a count of values, which {@link #bindNoneOf} binds. The database can
     * use no index for it: it would read the ranges between the values.
     */
    default String noneOf(String column, int count) {
        return column + " + 0 NOT IN (" + String.join(", ", Collections.nCopies(count, "?")) + ")";
    }

    /**
     * Binds the numbers of {@link #noneOf}.
     *
     * @param index the last parameter before them
     * @param numbers in ascending order
     * @return the last parameter that is bound
     */
    default int bindNoneOf(PreparedStatement statement, int index, List<Long> numbers) throws SQLException {
        int last = index;
        for (Long number : numbers) {
            statement.setLong(++last, number);
        }
        return last;
    }

    /** Binds the texts of {@link #in}, as {@link #bind} does with numbers. */
    default int bindTexts(PreparedStatement statement, int index, List<String> texts) throws SQLException {
        int last = index;
        for (int i = 0; i < padded(texts.size()); i++) {
            statement.setString(++last, texts.get(Math.min(i, texts.size() - 1)));
        }
        return last;
    }

    /** Returns a table in a query that reads rows in the order of its primary key, or only those of some keys. */
    default String inOrder(String table) {
        return table;
    }

    /**
     * Returns a table {@code k} with a count of keys, which {@link #bindKeys} binds, in the column {@code k_key}, and their slots in
     * {@code k_slot}.
     */
    default String keys(int count) {
        String row = "(CAST(? AS VARCHAR), CAST(? AS INTEGER))";
        return "(VALUES " + String.join(", ", Collections.nCopies(padded(count), row)) + ") AS k (k_key, k_slot)";
    }

    /**
     * Returns the expression by which the index of held events finds them: the slot of a row that keeps back later events of its
     * key, and no value for any other row. Only this index has the expression.
     *
     * @param prefix before the name of each column, such as {@code o.}
     */
    default String heldSlot(String prefix) {
        return prefix + "heldslot";
    }

    /**
     * Returns a statement that inserts one event as another one does, and returns its position and an array of the positions of the other
     * pending events of its key, as a new snapshot shows them. The array is null if the snapshot may be older than the locks of the
     * transaction, if the transaction has no lock in this database, if an event blocks the key, or if many events are pending. Empty if the
     * database has no such statement at little cost.
     *
     * @param insert inserts one event by a query without a table
     * @param condition the condition of the query
     * @param table the table of the events
     * @param queueColumn the column that names the queue
     */
    default Optional<String> insertAndLook(String insert, String condition, String table, String queueColumn) {
        return Optional.empty();
    }

    /**
     * Returns whether a transaction manager that says that a transaction on this connection has committed had the database's answer. If the
     * commit is one by XA and gets no answer, or one that XA has no code for, a transaction manager does not know the outcome, and may say so.
     */
    default boolean answersCommits(Connection connection) {
        return false;
    }

    /** Returns the condition that a column has the key of {@link #keys}. */
    default String isKey(String column) {
        return column + " = k.k_key";
    }

    /**
     * Binds the keys of {@link #keys}, as {@link #bind} does with numbers.
     *
     * @param slots the slots of the keys
     */
    default int bindKeys(PreparedStatement statement, int index, List<String> keys, List<Integer> slots)
            throws SQLException {
        int last = index;
        for (int i = 0; i < padded(keys.size()); i++) {
            statement.setString(++last, keys.get(Math.min(i, keys.size() - 1)));
            statement.setInt(++last, slots.get(Math.min(i, keys.size() - 1)));
        }
        return last;
    }

    /** Returns whether a tool captures the rows of a table from the log, by a publication and a replication slot with these names. */
    default boolean isCaptured(Connection connection, String table, String publication, String slot)
            throws SQLException {
        return false;
    }

    /** Returns the next power of two, so that a server sees few different statements. */
    private static int padded(int count) {
        return count < 2 ? 1 : Integer.highestOneBit(count - 1) << 1;
    }

    /** Returns the expression for the current time, as columns hold it. */
    default String now() {
        return "CURRENT_TIMESTAMP";
    }

    /** Returns the expression for the seconds since a time. It fails for no content of a column. */
    default String secondsSince(String time) {
        return "EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) - EXTRACT(EPOCH FROM " + time + ")";
    }

    /** Returns the time of the database's clock, which decides what is due. */
    default Instant now(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + now() + " AS clock")) {
            row.next();
            return instant(row, "clock");
        }
    }

    /** Returns an instant as the value of a parameter; {@code null} stays {@code null}. */
    default Object timestamp(Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    /** Returns the instant in a column, or {@code null}. */
    default Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
