// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("only-in-full")
class PostgreSqlModesTest extends ModesTests {

    private static final String TRIGGER =
            "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN %s END'; CREATE TRIGGER t BEFORE %s FOR"
                    + " EACH ROW EXECUTE FUNCTION f()";

    private int roles;

    @Override
    DatabaseServer start() {
        return PostgreSqlServer.newest();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SET standard_conforming_strings = off | works",
                "SET bytea_output = escape | works",
                "SET IntervalStyle = iso_8601 | works",
                "SET enable_indexscan = off | works",
                "SET lock_timeout = 1 | works",
                "SET transform_null_equals = on | works",
                "SET array_nulls = off | works",
                "SET quote_all_identifiers = on | works",
                "SET TimeZone = 'Asia/Tokyo' | works",
                "SET extra_float_digits = 0 | works",
                "SET row_security = off | works",
                "SET plan_cache_mode = force_generic_plan | works",
                "SET default_transaction_isolation = 'repeatable read' | works",
                "SET default_transaction_isolation = serializable | works",
                "SET statement_timeout = 5000 | works",
                "SET statement_timeout = 500 | OWD-0232",
                "SET transaction_timeout = 900 | OWD-0232",
                "SET idle_in_transaction_session_timeout = 999 | OWD-0232",
                "SET default_transaction_read_only = on | OWD-0205",
                "SET session_replication_role = replica | OWD-0231",
                "SET search_path = '' | OWD-0002",
                "SET DateStyle = German | OWD-0012",
                "SET client_encoding = LATIN1 | OWD-0012"
            })
    void sessionThatBeginsWith(String statement, String expected) {
        assertSession(statement, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ALTER TABLE onceward_outbox SET UNLOGGED | OWD-0233",
                "ALTER SEQUENCE onceward_inbox_message_seq_seq CACHE 50 | OWD-0233",
                "CREATE SEQUENCE s CACHE 50; ALTER TABLE onceward_outbox ALTER seq DROP IDENTITY,"
                        + " ALTER seq SET DEFAULT nextval('s') | OWD-0233",
                "DROP INDEX onceward_outbox_held | works",
                "ALTER TABLE onceward_outbox DROP COLUMN slot; ALTER TABLE onceward_outbox ADD COLUMN slot INT"
                        + " GENERATED ALWAYS AS (5) STORED | OWD-0230",
                "ALTER TABLE onceward_outbox ALTER COLUMN createdat DROP DEFAULT | OWD-0051",
                "ALTER TABLE onceward_outbox ALTER COLUMN aggregateid SET NOT NULL | OWD-0051",
                "ALTER TABLE onceward_outbox ALTER COLUMN lasterror TYPE VARCHAR(255) | OWD-0231",
                "ALTER TABLE onceward_inbox_message ADD UNIQUE (id) | OWD-0231",
                "ALTER TABLE onceward_inbox_result DROP CONSTRAINT onceward_inbox_result_handler_messageid_fkey |"
                        + " OWD-0231",
                "CREATE RULE r AS ON DELETE TO onceward_inbox_message DO INSTEAD NOTHING | OWD-0231",
                "ALTER TABLE onceward_lane ALTER COLUMN channel TYPE CHAR(255) | OWD-0233",
                "ALTER TABLE onceward_outbox ALTER availableat TYPE TIMESTAMP | OWD-0233",
                "ALTER TABLE onceward_node ALTER leasefrom TYPE TIMESTAMP, ALTER leaseuntil TYPE TIMESTAMP | OWD-0233",
                "ALTER TABLE onceward_node ALTER leaseuntil TYPE TIMESTAMP(0) WITH TIME ZONE | works",
                "ALTER TABLE onceward_inbox ALTER processedat TYPE DATE | OWD-0233",
                "ALTER TABLE onceward_outbox ALTER seq TYPE INTEGER | OWD-0233",
                "ALTER SEQUENCE onceward_outbox_seq_seq MAXVALUE 1000000 CYCLE | OWD-0233",
                "ALTER TABLE onceward_inbox_result ALTER fingerprint TYPE VARCHAR(32) | OWD-0231"
            })
    void tablesAfter(String statements, String expected) {
        assertChanged(statements, expected);
    }

    /** The probes of the start meet only some of the partitions. */
    @ParameterizedTest
    @CsvSource({"''", "UNLOGGED"})
    void partitions(String persistence) {
        assertChanged("""
                ALTER TABLE onceward_outbox RENAME TO plain;
                CREATE TABLE onceward_outbox (LIKE plain INCLUDING DEFAULTS INCLUDING IDENTITY,
                  PRIMARY KEY (aggregatetype, state, seq)) PARTITION BY LIST (aggregatetype);
                CREATE TABLE others PARTITION OF onceward_outbox DEFAULT;
                CREATE %s TABLE orders PARTITION OF onceward_outbox FOR VALUES IN ('orders')""".formatted(persistence), "OWD-0233");
    }

    @Test
    void child() {
        assertChanged("CREATE UNLOGGED TABLE child () INHERITS (onceward_inbox_message)", "OWD-0233");
    }

    @Test
    void commitsThatDoNotWaitForTheDiskAreWarnedOf() {
        assertLazy("SET synchronous_commit = off", "synchronous_commit = off");
        assertLazy(null, "fsync = off");
        new ModeTrial(server).after("ALTER SYSTEM SET full_page_writes = off", "SELECT pg_reload_conf()");
        try {
            assertLazy(null, "full_page_writes = off");
        } finally {
            new ModeTrial(server).after("ALTER SYSTEM RESET full_page_writes", "SELECT pg_reload_conf()");
        }
    }

    /** A table that is partitioned by time needs the time in its key: two claims at different times do not conflict. */
    @Test
    void claimsThatAreUniqueOnlyWithTheirTime() {
        assertChanged("""
                ALTER TABLE onceward_inbox_result DROP CONSTRAINT onceward_inbox_result_handler_messageid_fkey;
                ALTER TABLE onceward_inbox DROP CONSTRAINT onceward_inbox_pkey;
                ALTER TABLE onceward_inbox ADD PRIMARY KEY (handler, messageid, processedat);
                CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM onceward_inbox_result AS r
                  WHERE r.handler = OLD.handler AND r.messageid = OLD.messageid; RETURN NULL; END';
                CREATE TRIGGER t AFTER DELETE ON onceward_inbox FOR EACH ROW EXECUTE FUNCTION f()""", "OWD-0010");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "NEW.id := lower(NEW.id); RETURN NEW; | INSERT ON onceward_outbox | OWD-0231",
                "RETURN NULL; | DELETE ON onceward_outbox | OWD-0231",
                "RETURN NULL; | UPDATE ON onceward_outbox | OWD-0231",
                "RETURN NULL; | UPDATE ON onceward_lane | OWD-0231",
                "RAISE EXCEPTION USING MESSAGE = current_user; | UPDATE ON onceward_inbox_message | OWD-0231"
            })
    void trigger(String body, String on, String expected) {
        assertChanged(TRIGGER.formatted(body, on), expected);
    }

    @ParameterizedTest
    @CsvSource({
        "NOTHING, onceward_outbox, works",
        "SELECT, onceward_outbox, OWD-0230",
        "INSERT, onceward_outbox, OWD-0230",
        "UPDATE, onceward_outbox, OWD-0231",
        "DELETE, onceward_outbox, OWD-0230",
        "INSERT, onceward_lane, OWD-0230",
        "UPDATE, onceward_lane, OWD-0231",
        "DELETE, onceward_lane, works",
        "INSERT, onceward_node, OWD-0231",
        "UPDATE, onceward_node, OWD-0231",
        "DELETE, onceward_node, OWD-0231",
        "DELETE, onceward_inbox, OWD-0230",
        "INSERT, onceward_inbox_result, OWD-0231",
        "UPDATE, onceward_inbox_message, OWD-0231",
        "DELETE, onceward_inbox_message, OWD-0231",
        "UPDATE, onceward_inbox_lane, OWD-0231",
        "UPDATE, onceward_schema, OWD-0231",
        "INSERT, onceward_policy, OWD-0230"
    })
    void roleWithout(String right, String table, String expected) {
        String role = "weak" + roles++;
        ModeTrial trial = new ModeTrial(server)
                .withTables()
                .after(
                        "CREATE ROLE " + role + " LOGIN PASSWORD 'x'",
                        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO " + role,
                        "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO " + role);
        if (!right.equals("NOTHING")) {
            trial.after("REVOKE " + right + " ON " + table + " FROM " + role);
        }
        assertThat(trial.outcome(role, "x", null)).startsWith(expected);
    }

    /**
     * The rows of a tenant are visible only to the sessions of this tenant, and a relay has none: it would publish none of the tenant's
     * events. In a session without a tenant, all probes succeed.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "USING (true) WITH CHECK (true) | works",
                "USING (state = 'PROBE') WITH CHECK (true) | OWD-0233",
                "USING (tenant IS NOT DISTINCT FROM current_setting('app.tenant', true)) | OWD-0233",
                "FOR SELECT USING (true) | OWD-0233",
                "TO postgres USING (tenant = 'a') | OWD-0233",
                "USING (true); CREATE POLICY t ON onceward_outbox USING (tenant = 'a') | works",
                "USING (true); CREATE POLICY t ON onceward_outbox TO postgres USING (tenant = 'a') | works",
                "USING (true); CREATE POLICY t ON onceward_outbox AS RESTRICTIVE USING (tenant IS NULL) | OWD-0233"
            })
    void policy(String policy, String expected) {
        String role = "seeing" + roles++;
        ModeTrial trial = new ModeTrial(server)
                .withTables()
                .after(
                        "CREATE ROLE " + role + " LOGIN PASSWORD 'x'",
                        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO " + role,
                        "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO " + role,
                        "ALTER TABLE onceward_outbox ADD tenant TEXT DEFAULT current_setting('app.tenant', true)",
                        "ALTER TABLE onceward_outbox ENABLE ROW LEVEL SECURITY",
                        "CREATE POLICY w ON onceward_outbox " + policy);
        assertThat(trial.outcome(role, "x", null)).startsWith(expected);
    }
}
