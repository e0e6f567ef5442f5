// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.jdbc.dialect.Dialect;
import io.onceward.jdbc.dialect.SqlFailure;
import io.onceward.queue.store.Controls;
import io.onceward.queue.store.DeclaredPolicy;
import io.onceward.queue.store.PolicyStore;
import io.onceward.queue.store.RetryPolicy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Each change is a statement of its own, on one row: it locks no other, so that nodes that start together never deadlock. */
final class JdbcPolicyStore implements PolicyStore {

    private static final String VALUES = "maxattempts, retrydelay, retrymaxdelay, onfailure";

    /** The columns of a policy, as {@link #declared} reads them. */
    static final String COLUMNS = "queue, " + VALUES + ", application";

    private static final String BLOCK_KEY = "block-key";

    /** The condition that a policy lets later events of a parked event's key continue. */
    static final String SKIPS = "onfailure = 'skip'";

    private final Jdbc jdbc;
    private final Dialect dialect;
    private final String side;
    private final String read;
    private final String readControls;
    private final String insert;
    private final String replace;

    JdbcPolicyStore(Jdbc jdbc, Dialect dialect, QueueTables tables) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.side = tables.side().text();
        String policies = tables.policies();
        read = "SELECT " + COLUMNS + " FROM " + policies + " WHERE side = ?";
        readControls = "SELECT queue, 0, 0, 0, 'paused' FROM " + tables.pauses()
                + " WHERE side = ? UNION ALL SELECT queue, " + VALUES + " FROM " + policies + " WHERE side = ?";
        insert = "INSERT INTO " + policies + " (" + VALUES + ", application, side, queue) VALUES (?, ?, ?, ?, ?, ?, ?)";
        replace = dialect.withoutSnapshot("UPDATE " + policies
                + " SET maxattempts = ?, retrydelay = ?, retrymaxdelay = ?, onfailure = ?, application = ?"
                + " WHERE side = ? AND queue = ? AND maxattempts = ? AND retrydelay = ? AND retrymaxdelay = ?"
                + " AND onfailure = ? AND application = ?");
    }

    @Override
    public Map<String, DeclaredPolicy> policies() {
        return jdbc.run("read retry policies", this::policies);
    }

    private Map<String, DeclaredPolicy> policies(Connection connection) throws SQLException {
        return new Query<Map<String, DeclaredPolicy>>(
                        read,
                        (statement, index) -> {
                            statement.setString(index + 1, side);
                            return index + 1;
                        },
                        row -> {
                            Map<String, DeclaredPolicy> found = new HashMap<>();
                            while (row.next()) {
                                DeclaredPolicy declared = declared(row);
                                found.put(declared.queue(), declared);
                            }
                            return found;
                        })
                .run(connection);
    }

    static DeclaredPolicy declared(ResultSet row) throws SQLException {
        return new DeclaredPolicy(row.getString(1), row.getString(6), policy(row));
    }

    private static RetryPolicy policy(ResultSet row) throws SQLException {
        return new RetryPolicy(
                row.getInt(2),
                Duration.ofMillis(row.getLong(3)),
                Duration.ofMillis(row.getLong(4)),
                row.getString(5).equals(BLOCK_KEY));
    }

    @Override
    public Controls controls() {
        return jdbc.run("read pauses and retry policies", connection -> new Query<Controls>(
                        readControls,
                        (statement, index) -> {
                            statement.setString(index + 1, side);
                            statement.setString(index + 2, side);
                            return index + 2;
                        },
                        row -> {
                            Set<String> paused = new HashSet<>();
                            Map<String, RetryPolicy> policies = new HashMap<>();
                            while (row.next()) {
                                if (row.getInt(2) == 0) {
                                    paused.add(row.getString(1));
                                } else {
                                    policies.put(row.getString(1), policy(row));
                                }
                            }
                            return new Controls(paused, policies);
                        })
                .run(connection));
    }

    @Override
    public boolean insert(DeclaredPolicy policy) {
        return jdbc.run("declare a retry policy", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(insert)) {
                int last = bind(statement, 0, policy);
                statement.setString(last + 1, side);
                statement.setString(last + 2, policy.queue());
                return statement.executeUpdate() == 1;
            } catch (SQLException e) {
                if (isConflict(e) || policies(connection).containsKey(policy.queue())) {
                    return false;
                }
                throw e;
            }
        });
    }

    @Override
    public boolean replace(DeclaredPolicy before, DeclaredPolicy after) {
        return jdbc.run("declare a retry policy", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(replace)) {
                int last = bind(statement, 0, after);
                statement.setString(last + 1, side);
                statement.setString(last + 2, after.queue());
                bind(statement, last + 2, before);
                return statement.executeUpdate() == 1;
            } catch (SQLException e) {
                if (isConflict(e)) {
                    return false;
                }
                throw e;
            }
        });
    }

    private boolean isConflict(SQLException failure) {
        return dialect.failure(failure) == SqlFailure.CONFLICT;
    }

    /** Binds the values and the application; returns the last parameter that is bound. */
    private static int bind(PreparedStatement statement, int index, DeclaredPolicy declared) throws SQLException {
        RetryPolicy policy = declared.policy();
        statement.setInt(index + 1, policy.maxAttempts());
        statement.setLong(index + 2, policy.firstDelay().toMillis());
        statement.setLong(index + 3, policy.maxDelay().toMillis());
        statement.setString(index + 4, policy.blockKey() ? BLOCK_KEY : "skip");
        statement.setString(index + 5, declared.application());
        return index + 5;
    }
}
