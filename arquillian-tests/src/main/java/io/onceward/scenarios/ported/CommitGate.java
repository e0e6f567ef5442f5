// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.ported;

import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Holds commits in the database while it is closed. A server that is killed meanwhile has ended after the commit and before
 * anything that it would do next: the database completes a commit that it has begun. The application needs no code for this.
 */
final class CommitGate implements AutoCloseable {

    private static final int LOCK = 20;

    private final Connection holder;

    private CommitGate(Connection holder) {
        this.holder = holder;
    }

    /** Lets the commits of new rows of a table with this customer pass the gate. */
    static void install(String table, String customer) {
        Rows.execute("""
                CREATE OR REPLACE FUNCTION mailorder_gate() RETURNS trigger LANGUAGE plpgsql AS '
                  BEGIN
                    PERFORM pg_advisory_xact_lock_shared(%d);
                    RETURN NULL;
                  END'""".formatted(LOCK));
        Rows.execute("CREATE CONSTRAINT TRIGGER mailorder_gate AFTER INSERT ON " + table
                + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.customer = '" + customer
                + "') EXECUTE FUNCTION mailorder_gate()");
    }

    /** Closes the gate. */
    static CommitGate closed() throws SQLException {
        Connection holder = Fixtures.current().connectToPostgres();
        try (Statement statement = holder.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(" + LOCK + ")");
        }
        return new CommitGate(holder);
    }

    /** Returns the number of commits that it holds. */
    int held() {
        return Rows.count("pg_locks WHERE locktype = 'advisory' AND objid = " + LOCK + " AND NOT granted");
    }

    /** Opens it. */
    @Override
    public void close() throws SQLException {
        holder.close();
    }
}
