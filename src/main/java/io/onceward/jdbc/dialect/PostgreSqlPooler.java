// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;

/**
 * Finds a pooler, such as PgBouncer, that gives each transaction another session although the driver prepares statements by name. The
 * driver prepares COMMIT and ROLLBACK, too, so that a rollback can commit.
 *
 * <ol>
 *   <li>A connection runs a query until the session knows it by a name of the driver: on the fifth time, unless configured.
 *   <li>Another connection looks for this name. If its session has it, both connections use one session.
 * </ol>
 *
 * <p>So nothing is found without a pooler, in session mode, if the driver prepares nothing, if the pooler gives statements names of its
 * own, or if it keeps the session of a connection that prepares statements.
 */
final class PostgreSqlPooler {

    private static final String STATEMENT_MODE = "statement mode, which allows no transactions";

    private static final String TRANSACTION_MODE =
            "transaction mode, and the driver prepares COMMIT and ROLLBACK by names that only one session knows, so that a commit may roll"
                    + " back, and a rollback commit";

    /** In what PgBouncer answers to BEGIN. It has one state for all of its errors, such as a wait for a session that took too long. */
    private static final String OF_STATEMENT_MODE = "statement pooling";

    /** A prepared statement doesn't exist, or exists already. */
    private static final Set<String> OTHER_SESSION = Set.of("26000", "42P05");

    private static final int EXECUTIONS = 10;

    /** A pooler may use its sessions in turn. */
    private static final int SESSIONS = 20;

    private final OtherConnection others;
    private final String mark = UUID.randomUUID().toString();

    /** Finds the mark in statements, but has it in two parts. */
    private final String query =
            "SELECT COUNT(*) FROM pg_prepared_statements WHERE NOT from_sql AND left(name, 2) = 'S_' AND strpos(statement, 'onceward ' || '"
                    + mark + "') > 0";

    PostgreSqlPooler(DataSource dataSource, ThreadFactory threads) {
        this.others = new OtherConnection(dataSource, threads);
    }

    /**
     * Returns the mode of a pooler that loses transactions; empty if none was found.
     *
     * @param connection stays open meanwhile
     */
    Optional<String> fault(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN");
            statement.execute("ROLLBACK");
            boolean shared = find(connection, "/*onceward " + mark + "*/ " + query, EXECUTIONS) && otherFinds();
            return shared ? Optional.of(TRANSACTION_MODE) : Optional.empty();
        } catch (SQLException e) {
            if (OTHER_SESSION.contains(SqlFailure.state(e))) {
                return Optional.of(TRANSACTION_MODE);
            }
            if (String.valueOf(e.getMessage()).contains(OF_STATEMENT_MODE)) {
                return Optional.of(STATEMENT_MODE);
            }
            throw e;
        }
    }

    private static boolean find(Connection connection, String query, int times) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < times; i++) {
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    if (row.getInt(1) > 0) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private boolean otherFinds() {
        try {
            return others.ask(other -> find(other, query, SESSIONS)).orElse(false);
        } catch (SQLException e) {
            return OTHER_SESSION.contains(SqlFailure.state(e));
        }
    }
}
