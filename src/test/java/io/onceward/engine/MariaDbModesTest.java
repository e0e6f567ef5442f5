// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.MariaDbServer;
import io.onceward.fixture.OnlyWithAllServers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@OnlyWithAllServers
@Tag("only-in-full")
class MariaDbModesTest extends ModesTests {

    @Override
    DatabaseServer start() {
        return MariaDbServer.start("mariadb");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SET sql_safe_updates = 1 | works",
                "SET sql_mode = '' | works",
                "SET sql_mode = 'ANSI' | works",
                "SET sql_mode = 'ANSI_QUOTES' | works",
                "SET sql_mode = 'PAD_CHAR_TO_FULL_LENGTH' | works",
                "SET sql_mode = 'PIPES_AS_CONCAT,IGNORE_SPACE,HIGH_NOT_PRECEDENCE' | works",
                "SET sql_mode = 'NO_BACKSLASH_ESCAPES' | works",
                "SET sql_mode = 'NO_UNSIGNED_SUBTRACTION,NO_AUTO_VALUE_ON_ZERO' | works",
                "SET sql_mode = 'TRADITIONAL' | works",
                "SET autocommit = 0 | works",
                "SET time_zone = '+09:00' | works",
                "SET sql_auto_is_null = 1 | works",
                "SET div_precision_increment = 0 | works",
                "SET collation_connection = 'utf8mb4_general_ci' | works",
                "SET sql_select_limit = 1 | OWD-0232",
                "SET sql_big_selects = 0, max_join_size = 1 | OWD-0232",
                "SET foreign_key_checks = 0 | OWD-0232",
                "SET completion_type = 1 | OWD-0232",
                "SET timestamp = 1000000000 | OWD-0232",
                "SET SESSION TRANSACTION READ ONLY | OWD-0205",
                "SET sql_mode = 'ORACLE' | works",
                "SET sql_mode = 'MSSQL' | works",
                "SET innodb_snapshot_isolation = ON | works",
                "SET sql_mode = 'EMPTY_STRING_IS_NULL' | OWD-0232",
                "SET max_statement_time = 0.5 | OWD-0232"
            })
    void sessionThatBeginsWith(String statement, String expected) {
        assertSession(statement, expected);
    }

    @Test
    void commitsThatDoNotWaitForTheDiskAreWarnedOf() {
        assertLazy("SET GLOBAL innodb_flush_log_at_trx_commit = 2", "innodb_flush_log_at_trx_commit = 2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ALTER TABLE onceward_outbox CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci | OWD-0233",
                "ALTER TABLE onceward_lane CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin | OWD-0233",
                "ALTER TABLE onceward_inbox_message CONVERT TO CHARACTER SET latin1 | OWD-0233",
                "ALTER TABLE onceward_inbox_message ENGINE = Aria | OWD-0233",
                "ALTER TABLE onceward_pause ENGINE = MEMORY | OWD-0233",
                "ALTER TABLE onceward_outbox MODIFY headers TEXT CHARACTER SET utf8mb3 | OWD-0233",
                "CREATE TRIGGER t BEFORE INSERT ON onceward_outbox FOR EACH ROW SET NEW.id = LOWER(NEW.id) | OWD-0231",
                "CREATE TRIGGER t BEFORE UPDATE ON onceward_lane FOR EACH ROW SET NEW.owner = NULL | OWD-0231",
                "CREATE TRIGGER t BEFORE UPDATE ON onceward_outbox FOR EACH ROW SIGNAL SQLSTATE '45000' | OWD-0231",
                "ALTER TABLE onceward_inbox MODIFY processedat DATETIME NOT NULL DEFAULT (UTC_TIMESTAMP()) | OWD-0233"
            })
    void tablesAfter(String statement, String expected) {
        assertChanged(statement, expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"onceward_outbox", "onceward_lane", "onceward_node", "onceward_inbox_message"})
    void versionsOfRows(String table) {
        assertChanged("ALTER TABLE " + table + " ADD SYSTEM VERSIONING", ModeTrial.WORKS);
    }

    /** Without strict mode, a value that is too long is cut without an error, and a missing one becomes the year 0. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "onceward_outbox MODIFY id VARCHAR(36) NOT NULL",
                "onceward_outbox MODIFY aggregateid VARCHAR(250)",
                "onceward_outbox MODIFY type VARCHAR(200) NOT NULL",
                "onceward_outbox MODIFY payload BLOB NOT NULL",
                "onceward_outbox MODIFY headers TEXT",
                "onceward_outbox MODIFY destination VARCHAR(255) NOT NULL",
                "onceward_outbox MODIFY availableat DATETIME",
                "onceward_inbox_message MODIFY id VARCHAR(128) NOT NULL",
                "onceward_inbox MODIFY processedat DATETIME(6) NOT NULL DEFAULT '2000-01-01'",
                "onceward_outbox DROP heldslot, ADD heldslot INT",
                "onceward_inbox_result MODIFY fingerprint VARCHAR(32)",
                "onceward_inbox_result MODIFY status TINYINT NOT NULL",
                "onceward_inbox_result MODIFY contenttype VARCHAR(80)"
            })
    void columnThatCutsOrAltersSilently(String change) {
        assertChanged("ALTER TABLE " + change, "SET sql_mode = ''", "OWD-0231");
    }

    @ParameterizedTest
    @ValueSource(strings = {"`shop.prod`", "`shop``s`"})
    void databaseNamed(String name) {
        assertNamed(name);
    }
}
