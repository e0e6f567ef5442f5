// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A database product. */
public interface Dialect {

    /** All that there are. */
    List<Dialect> ALL = List.of(new PostgreSqlDialect(), new MariaDbDialect(), new MySqlDialect(), new H2Dialect());

    /** SQLStates for a table, a schema or a column that isn't there. */
    Set<String> MISSING = Set.of("42P01", "3F000", "42S02", "42S03", "42S04", "90079", "42703", "42S22");

    /** The dialect of a product in a version, both as {@link java.sql.DatabaseMetaData} says them. */
    static Optional<Dialect> of(String product, String version) {
        return ALL.stream()
                .filter(dialect -> dialect.speaksTo(product, version))
                .findFirst();
    }

    /** The product's name, for messages. */
    String product();

    /** Whether a database that says this of itself is the product. */
    default boolean speaksTo(String product, String version) {
        return product().equals(product);
    }

    /** What the database says as its version, as numbers. */
    default Version version(String text) {
        return Version.of(text);
    }

    /** The oldest version that has what statements and tables need. */
    Version oldest();

    /** The resource with the statements that create the tables. */
    String ddl();

    /** Inserts {@code (handler, messageid)} if it is absent: then, and only then, the update count is 1. */
    String claim(String inboxTable);

    /** Whether a failed {@link #claim} means that the row was there, and the transaction can go on. */
    default boolean claimedBefore(SQLException failure) {
        return false;
    }

    /**
     * Claims as {@link #claim} does, but waits for nobody who is doing the same, or hardly; whatever it changes in the session
     * for that, it changes back.
     *
     * @return {@code false} if the row was there, or somebody is about to insert it
     */
    boolean tryClaim(Connection connection, String inboxTable, String handler, String messageId) throws SQLException;

    /** Runs a statement with a handler and a message's id as its parameters. */
    default int update(Connection connection, String sql, String handler, String messageId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, handler);
            statement.setString(2, messageId);
            return statement.executeUpdate();
        }
    }

    /** A query that sees what others have committed by now, whatever the transaction has read before. */
    default String latest(String query) {
        return query;
    }

    /** Whether a statement failed because a table, a schema or a column isn't there. */
    default boolean missing(SQLException failure) {
        return MISSING.contains(String.valueOf(failure.getSQLState()));
    }

    /**
     * What comes first in a transaction that waits for locks and then is to see what others have committed by then, whatever
     * level it began with. Nothing if the database doesn't need it.
     */
    default String seeLatest() {
        return "";
    }

    /**
     * What has the rest of a transaction read along an index that has the order that is asked for, whatever the database
     * knows of the table. Nothing if it does so anyway.
     */
    default String readInIndexOrder() {
        return "";
    }

    /**
     * What stands before the first statement of a relay's pass, in the same call: with each statement the pass is to see
     * what others have committed by then, whatever level its transaction began with. Nothing if the database doesn't need
     * it or doesn't let a transaction change its level.
     */
    default String beginCycle() {
        return "";
    }

    /** Whether one call may consist of several statements, and saves round trips. */
    default boolean severalInOneCall() {
        return false;
    }

    /** A statement that changes rows of the outbox or of lanes while the locks of the lanes exclude all other changes. */
    default String underLocks(String sql) {
        return sql;
    }

    /** Deletes this many rows by state and position, and locks no others; {@link #bindRows} binds which. */
    default String delete(String outboxTable, int count) {
        return "DELETE FROM " + outboxTable + " WHERE " + chosen("", count);
    }

    /** Changes this many rows, chosen as by {@link #delete}. */
    default String update(String outboxTable, String assignments, int count) {
        return "UPDATE " + outboxTable + " SET " + assignments + " WHERE " + chosen("", count);
    }

    /** Copies columns of this many rows, chosen as by {@link #delete}; the table of the rows is called {@code o}. */
    default String copy(String outboxTable, String targetTable, String columns, int count) {
        return "INSERT INTO " + targetTable + " (seq, " + columns + ") SELECT o.seq, " + columns + " FROM "
                + outboxTable + " AS o WHERE " + chosen("o.", count);
    }

    /**
     * The condition of {@link #delete}, {@link #update} and {@link #copy}.
     *
     * @param table its name, with a dot, or nothing
     */
    default String chosen(String table, int count) {
        return table + "state = ? AND " + in(table + "seq", count);
    }

    /** Binds the parameters of {@link #delete}, {@link #update} and {@link #copy}. */
    default void bindRows(PreparedStatement statement, String state, List<Long> seqs) throws SQLException {
        statement.setString(1, state);
        bind(statement, 1, seqs);
    }

    /** A condition that is true if the expression is one of this many numbers, which {@link #bind} binds. */
    default String in(String expression, int count) {
        return expression + " IN (" + String.join(", ", Collections.nCopies(padded(count), "?")) + ")";
    }

    /**
     * Binds the numbers of {@link #in}.
     *
     * @param index of the parameter before them
     * @return the index of the last of them
     */
    default int bind(PreparedStatement statement, int index, List<Long> numbers) throws SQLException {
        int last = index;
        for (int i = 0; i < padded(numbers.size()); i++) {
            statement.setLong(++last, numbers.get(Math.min(i, numbers.size() - 1)));
        }
        return last;
    }

    /** The next power of two, so that a server sees few different statements. */
    private static int padded(int count) {
        return count < 2 ? 1 : Integer.highestOneBit(count - 1) << 1;
    }

    /** The current time as the columns hold it, to compare with them. */
    default String now() {
        return "CURRENT_TIMESTAMP";
    }

    /** How long ago a time was, in seconds; whatever a column holds, it fails nothing. */
    default String secondsSince(String time) {
        return "EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) - EXTRACT(EPOCH FROM " + time + ")";
    }

    /** The database's clock, which is the one that says what is due. */
    default Instant now(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + now() + " AS clock")) {
            row.next();
            return instant(row, "clock");
        }
    }

    /** An instant as the value of a parameter; {@code null} stays {@code null}. */
    default Object timestamp(Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    /** The instant in a column, or {@code null}. */
    default Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
