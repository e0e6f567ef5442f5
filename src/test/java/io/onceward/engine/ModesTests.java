// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.LogLines;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Modes, settings and states of one database server: either everything arrives, or the start is refused by the named code. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ModesTests {

    DatabaseServer server;

    abstract DatabaseServer start();

    @BeforeAll
    void startServer() {
        server = start();
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    /** Asserts the outcome of a session that begins with a statement. */
    final void assertSession(String statement, String expected) {
        assertThat(new ModeTrial(server).withTables().outcome(statement)).startsWith(expected);
    }

    /** Asserts that a session that begins with a statement works, and that the log warns of lost commits. */
    final void assertLazy(String statement, String setting) {
        try (LogLines log = new LogLines()) {
            assertSession(statement, ModeTrial.WORKS);
            assertThat(log.all()).anyMatch(line -> line.startsWith("OWD-1172") && line.contains(setting));
        }
    }

    /** Asserts that a database of MariaDB or MySQL with this name, in quotes, works, and that a fault of its tables is found. */
    final void assertNamed(String database) {
        String use = "USE " + database;
        ModeTrial trial =
                new ModeTrial(server, "", Map.of("onceward.schema", "create")).after("CREATE DATABASE " + database);
        assertThat(trial.outcome(use)).isEqualTo(ModeTrial.WORKS);
        trial.after("ALTER TABLE " + database + ".onceward_node MODIFY leaseuntil TIMESTAMP(6) NULL");
        assertThat(trial.outcome(use)).startsWith("OWD-0233").contains("ALTER TABLE " + database + ".onceward_node");
    }

    /** Asserts the outcome with tables that statements have changed. */
    final void assertChanged(String statements, String expected) {
        assertChanged(statements, null, expected);
    }

    /** Asserts the outcome with tables that statements have changed, in sessions that begin with a statement. */
    final void assertChanged(String statements, String initialSql, String expected) {
        assertThat(new ModeTrial(server).withTables().after(statements).outcome(initialSql))
                .startsWith(expected);
    }
}
