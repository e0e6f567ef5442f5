// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.LogLines;
import io.onceward.inbox.MessageHandler;
import io.onceward.jdbc.DataSourceAccess;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Creating and checking the tables, on every database. */
@DialectContract
@OwnDatabase
abstract class TablesContract extends OutboxFixture {

    @Test
    void missingTableIsNamedWithTheFileThatCreatesIt() {
        sql("DROP TABLE onceward_lane");
        assertThatThrownBy(() -> engine(Map.of()))
                .hasMessageStartingWith("OWD-0002")
                .hasMessageContaining("onceward_lane")
                .hasMessageContaining("META-INF/onceward/");
    }

    @Test
    void outdatedTableIsNamed() {
        sql("ALTER TABLE onceward_outbox DROP COLUMN lasterror");
        assertThatThrownBy(() -> engine(Map.of()))
                .hasMessageStartingWith("OWD-0003")
                .hasMessageContaining("onceward_outbox");
    }

    @Test
    void missingSchemaIsReportedAsMissingTables() {
        assertThatThrownBy(() -> engine(Map.of("onceward.table-schema", "nowhere")))
                .hasMessageStartingWith("OWD-0002");
    }

    /** A mass conversion of tables would drop message "A" as a duplicate of "a". A crash or a rollback would lose rows. */
    @Test
    void tablesThatWouldLoseMessagesAreRefusedUntilTheirCure() throws Exception {
        for (String change : conversions()) {
            sql(change);
            Throwable refusal = catchThrowable(() -> engine(Map.of()));
            assertThat(refusal).hasMessageStartingWith("OWD-0233");
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                Matcher cure = Pattern.compile("(ALTER (TABLE|SEQUENCE)|SET FOREIGN) .+?(?=;|\\. See)")
                        .matcher(refusal.getMessage());
                while (cure.find()) {
                    statement.execute(cure.group());
                }
            }
            engine(Map.of()).stop(Duration.ofSeconds(5));
        }
    }

    private List<String> conversions() throws SQLException {
        return switch (dialect().product()) {
            case "PostgreSQL" ->
                List.of(
                        "CREATE COLLATION blind (provider = icu, locale = 'und-u-ks-level1', deterministic = false);"
                                + " ALTER TABLE onceward_outbox ALTER COLUMN aggregateid TYPE VARCHAR(255) COLLATE blind",
                        "ALTER TABLE onceward_lane ALTER COLUMN channel TYPE CHAR(255)",
                        "ALTER TABLE onceward_inbox_message SET UNLOGGED",
                        "ALTER TABLE onceward_outbox ALTER COLUMN availableat TYPE TIMESTAMP",
                        "ALTER TABLE onceward_inbox_message ALTER COLUMN seq TYPE INTEGER",
                        "ALTER SEQUENCE onceward_outbox_seq_seq CACHE 50 CYCLE");
            case "H2" ->
                List.of(
                        "ALTER TABLE onceward_outbox ALTER COLUMN aggregateid VARCHAR_IGNORECASE(255)",
                        "ALTER TABLE onceward_inbox ALTER COLUMN processedat TIMESTAMP");
            case "MySQL" -> converted("utf8mb4_0900_ai_ci", "utf8mb4_bin");
            default -> converted("utf8mb4_general_ci", "utf8mb4_bin");
        };
    }

    private static List<String> converted(String... collations) {
        List<String> conversions = new ArrayList<>();
        for (String collation : collations) {
            conversions.add("ALTER TABLE onceward_outbox CONVERT TO CHARACTER SET utf8mb4 COLLATE " + collation);
        }
        conversions.add("ALTER TABLE onceward_inbox_message CONVERT TO CHARACTER SET latin1");
        conversions.add("ALTER TABLE onceward_lane ENGINE = MEMORY");
        conversions.add("ALTER TABLE onceward_outbox MODIFY availableat TIMESTAMP(6) NULL");
        conversions.add(
                "ALTER TABLE onceward_inbox MODIFY processedat TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)");
        return conversions;
    }

    /** Names that need quotes: reserved words, mixed case, and more than 20 characters. */
    @Test
    void schemaMayHaveAnyName() throws Exception {
        String quote = dialect().product().matches("H2|PostgreSQL") ? "\"" : "`";
        int unique = ThreadLocalRandom.current().nextInt(1_000_000);
        for (String name :
                List.of("order", "MixedCase" + unique, "a_schema_with_a_name_of_many_characters_" + unique)) {
            sql("CREATE SCHEMA " + quote + name + quote);
            try {
                engine(Map.of("onceward.schema", "create", "onceward.table-schema", name))
                        .stop(Duration.ofSeconds(5));
                assertThat(rows(quote + name + quote + ".onceward_lane")).isEqualTo(64);
            } finally {
                if (!dialect().product().matches("H2|PostgreSQL")) { // one server has all of them
                    sql("DROP SCHEMA " + quote + name + quote);
                }
            }
        }
        assertThatThrownBy(() -> engine(Map.of("onceward.table-schema", "select")))
                .hasMessageStartingWith("OWD-0002");
    }

    /** It is permanent, unlike an outage. */
    @Test
    void statementThatTheDatabaseRefusesIsNotCalledAnOutage() throws Exception {
        publisher.refuse(event -> true);
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        try (LogLines log = new LogLines()) {
            sql("ALTER TABLE onceward_outbox DROP COLUMN lasterror");
            pollUntil(() -> log.all().stream().anyMatch(line -> line.startsWith("OWD-1130")));
            assertThat(log.all())
                    .noneMatch(line -> line.startsWith("OWD-1010"))
                    .anyMatch(line -> line.contains("OWD-0230") && line.contains("lasterror"));
        }
        assertThat(rows("onceward_outbox")).as("kept").isEqualTo(1);
    }

    /** A dump of the outbox alone was restored. */
    @Test
    void eventThatIsInTheArchiveAlreadyLeavesTheOutbox() throws Exception {
        engine = reopen(Map.of("onceward.outbox.retention", "PT1H"));
        record(3, "orders", i -> "one");
        sql(
                "INSERT INTO onceward_outbox_sent (seq, id, aggregatetype, aggregateid, type, payload, contenttype, destination,"
                        + " createdat, attempts) SELECT seq, id, aggregatetype, aggregateid, type, payload, contenttype, destination,"
                        + " createdat, attempts FROM onceward_outbox ORDER BY seq"
                        + (dialect().product().equals("H2") ? " FETCH FIRST 2 ROWS ONLY" : " LIMIT 2"));
        publisher.setDown(false);
        pollUntil(() -> rows("onceward_outbox") == 0);
        assertThat(rows("onceward_outbox_sent")).isEqualTo(3);
        assertThat(publisher.published()).hasSize(3);
    }

    /** It is permanent, too. */
    @Test
    void constraintThatAStatementBreaksIsNotCalledAnOutage() throws Exception {
        engine = reopen(Map.of("onceward.outbox.retention", "PT1H"));
        sql("ALTER TABLE onceward_outbox_sent ADD CONSTRAINT never CHECK (attempts > 100)");
        try (LogLines log = new LogLines()) {
            JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
            pollUntil(() -> log.all().stream().anyMatch(line -> line.startsWith("OWD-1130")));
            assertThat(log.all()).noneMatch(line -> line.startsWith("OWD-1010"));
        }
        assertThat(rows("onceward_outbox")).as("kept").isEqualTo(1);
    }

    /** An application with a schema for each tenant, in which there are tables of the same names, too. */
    @Test
    void sessionThatSwitchesItsSchemaRecordsWhereTheRelayReads() throws Exception {
        String tenant = "tenant" + ThreadLocalRandom.current().nextInt(1_000_000);
        sql("CREATE SCHEMA " + tenant);
        engine(Map.of("onceward.schema", "create", "onceward.table-schema", tenant));
        JTA.inTransaction(() -> {
            sql(switchTo(tenant));
            return record("orders", "x", OutboxMetadata.none());
        });
        pollUntilPublished(1);
        assertThat(rows(tenant + ".onceward_outbox")).isZero();
    }

    private String switchTo(String schema) throws SQLException {
        return switch (dialect().product()) {
            case "PostgreSQL" -> "SET search_path TO " + schema;
            case "H2" -> "SET SCHEMA " + schema;
            default -> "USE " + schema;
        };
    }

    @Test
    void halfCreatedTablesAreCompleted() {
        sql("DROP TABLE onceward_schema");
        sql("DROP TABLE onceward_lane");
        engine(Map.of("onceward.schema", "create"));
        assertThat(rows("onceward_lane")).isEqualTo(64);
        assertThat(rows("onceward_schema")).isOne();
    }

    @Test
    void severalNodesThatCreateTheTablesAtTheSameTimeAllStart() throws Exception {
        for (int round = 0; round < 5; round++) {
            Map<String, String> configuration =
                    Map.of("onceward.schema", "create", "onceward.table-prefix", "race" + round + "_");
            List<Callable<Engine>> starts = Collections.nCopies(4, () -> engine(configuration));

            for (Future<Engine> started : threads.invokeAll(starts)) {
                assertThat(started).succeedsWithin(Duration.ofSeconds(20));
            }
            assertThat(rows("race" + round + "_schema")).isOne();
        }
    }

    @Test
    void tablesOfAnotherVersionAreRefused() {
        for (int version : List.of(6, 8)) {
            sql("UPDATE onceward_schema SET version = " + version);
            for (String mode : List.of("validate", "create")) {
                assertThatThrownBy(() -> engine(Map.of("onceward.schema", mode)))
                        .hasMessageStartingWith("OWD-0034")
                        .hasMessageContaining("version " + version)
                        .hasMessageContaining("needs version 7")
                        .hasMessageContaining("META-INF/onceward/");
            }
        }
    }

    /** The files for Flyway and Liquibase, in the order of their versions, end where the DDL file ends. */
    @Test
    void versionedFilesGiveTheTablesOfTheDdlFile() throws Exception {
        engine(Map.of("onceward.schema", "create", "onceward.table-prefix", "whole_"));
        VersionedFiles files = new VersionedFiles(pool, dialect().ddl());
        files.run("parts_");
        engine(Map.of("onceward.schema", "validate", "onceward.table-prefix", "parts_"));

        List<String> whole = files.columnsAndIndexes("whole_");
        assertThat(whole).hasSizeGreaterThan(50);
        assertThat(files.columnsAndIndexes("parts_")).isEqualTo(whole);
    }

    @Test
    void aStartRefusedForAChannelLeavesNoTable() {
        assertRefusedWithoutTables("OWD-0026", Map.of("mp.messaging.outgoing.orders.connector", "foreign"), List.of());
        assertRefusedWithoutTables(
                "OWD-0044", Map.of("mp.messaging.outgoing.orders.destination", "x".repeat(2000)), List.of());
    }

    @Test
    void aStartRefusedForAnIncomingChannelLeavesNoTable() {
        assertRefusedWithoutTables(
                "OWD-0095", Map.of("mp.messaging.incoming.invoices.connector", "foreign"), List.of(new Unused()));
    }

    @Test
    void aStartRefusedForTheDatasourceOfAChannelLeavesNoTable() {
        assertRefusedWithoutTables(
                "OWD-0001", Map.of("mp.messaging.outgoing.orders.datasource", "jdbc/nowhere"), List.of());
    }

    private void assertRefusedWithoutTables(
            String code, Map<String, String> mistake, List<MessageHandler> messageHandlers) {
        Map<String, String> configuration = new HashMap<>(mistake);
        configuration.put("onceward.schema", "create");
        configuration.put("onceward.table-prefix", "refused_");
        assertThatThrownBy(() -> nodes().open(configuration, Runnable::run, new OnlyDefault(pool), messageHandlers))
                .hasMessageStartingWith(code);
        assertThat(tables("refused_")).isEmpty();
    }

    /** Returns the names of the tables that begin with a prefix. */
    private List<String> tables(String prefix) {
        List<String> names = new ArrayList<>();
        try (Connection connection = pool.getConnection();
                ResultSet tables = connection.getMetaData().getTables(connection.getCatalog(), null, "%", null)) {
            while (tables.next()) {
                String name = tables.getString("TABLE_NAME");
                if (name.toLowerCase(Locale.ROOT).startsWith(prefix)) {
                    names.add(name);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return names;
    }

    /** Knows only the default datasource. */
    private record OnlyDefault(DataSource dataSource) implements DataSourceAccess {

        @Override
        public int priority() {
            return 0;
        }

        @Override
        public Optional<DataSource> find(String name) {
            return name.equals("jdbc/nowhere") ? Optional.empty() : Optional.of(dataSource);
        }

        @Override
        public boolean isJoinedByApplication(String name) {
            return true;
        }
    }

    /** A handler that gets no message. */
    private static final class Unused implements MessageHandler {

        @Override
        public String name() {
            return "unused";
        }

        @Override
        public String channel() {
            return "invoices";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void prefixedTablesLiveBesideOthers() throws Exception {
        engine = reopen(Map.of("onceward.schema", "create", "onceward.table-prefix", "shop_"));
        publisher.setDown(true);
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        assertThat(rows("shop_outbox")).isEqualTo(1);
        assertThat(rows("onceward_outbox")).isZero();
        assertThat(rows("shop_lane")).isEqualTo(64);
    }
}
