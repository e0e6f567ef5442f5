// SPDX-License-Identifier: Apache-2.0
package io.onceward.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.Await;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.memory.MemoryAdapter;
import io.onceward.memory.MemoryMessage;
import io.onceward.memory.broker.MemoryBroker;
import io.onceward.standalone.Onceward;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import liquibase.Contexts;
import liquibase.Liquibase;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import liquibase.resource.CompositeResourceAccessor;
import liquibase.resource.DirectoryResourceAccessor;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flyway and Liquibase, configured as the page of the databases says, give tables that Onceward accepts. */
abstract class MigrationContract {

    private final String broker = "b-" + UUID.randomUUID();
    private final MemoryBroker<MemoryMessage> memory = MemoryAdapter.broker(broker);
    private final String name;
    private final String held;
    private final MigrationFiles files;
    private MemoryDatabase database;

    @TempDir
    private Path folder;

    /**
     * @param name the name of the database's folder
     * @param heldSlot the column by which the database finds a parked event
     */
    MigrationContract(String name, String heldSlot) {
        this.name = name;
        held = "SELECT COUNT(*) FROM onceward_outbox WHERE state = 'PARKED' AND " + heldSlot + " = 7";
        files = new MigrationFiles(name);
    }

    /** Creates an empty database and returns its URL. */
    abstract String newDatabase();

    @BeforeEach
    void openDatabase() {
        open();
    }

    @AfterEach
    void closeDatabase() {
        database.close();
    }

    private void open() {
        database = new MemoryDatabase(newDatabase());
        database.sql("CREATE TABLE shop_order (id INTEGER PRIMARY KEY)");
    }

    // ---- new tables

    @Test
    void flywayCreatesTheTables() throws Exception {
        flyway(Map.of());
        assertPublishes();
        flyway(Map.of());
    }

    @Test
    void liquibaseCreatesTheTables() throws Exception {
        liquibase();
        assertPublishes();
        liquibase();
    }

    // ---- tables of an earlier version

    @Test
    void tablesOfEachEarlierVersionAreRefused() {
        for (int version : files.earlierVersions()) {
            files.install(database, version);
            assertThatThrownBy(() -> start("validate"))
                    .hasMessageStartingWith("OWD-0034")
                    .hasMessageContaining("have version " + version);
            reopen();
        }
    }

    @Test
    void flywayUpgradesEachEarlierVersion() throws Exception {
        for (int version : files.earlierVersions()) {
            installWithEvents(version);
            flyway(Map.of("flyway.baselineVersion", String.valueOf(version)));
            assertUpgraded();
            reopen();
        }
    }

    @Test
    void liquibaseUpgradesEachEarlierVersion() throws Exception {
        for (int version : files.earlierVersions()) {
            installWithEvents(version);
            liquibase();
            assertUpgraded();
            reopen();
        }
    }

    // ---- tables that Onceward has created

    @Test
    void flywayTakesOverTheTablesThatOncewardCreated() throws Exception {
        start("create").close();
        flyway(Map.of("flyway.baselineVersion", String.valueOf(files.newestVersion())));
        assertPublishes();
    }

    @Test
    void liquibaseTakesOverTheTablesThatOncewardCreated() throws Exception {
        start("create").close();
        liquibase();
        assertPublishes();
    }

    // ---- the files

    @Test
    void liquibaseKnowsTheFilesOfFlyway() throws Exception {
        String changeLog = Files.readString(Path.of("src/main/resources/META-INF/onceward/migrations/liquibase.xml"));
        assertThat(files.names()).allSatisfy(file -> assertThat(changeLog).contains("\"" + name + "/" + file + "\""));
    }

    private void reopen() {
        database.close();
        open();
    }

    private void installWithEvents(int version) {
        files.install(database, version);
        insert("waiting", "PENDING");
        insert("stuck", "PARKED");
        storeFor(version, version < 6 ? "handler:billing" : "billing");
        storeFor(version, "billing");
    }

    /** Stores a message as a version does. */
    private void storeFor(int version, String handler) {
        database.sql("INSERT INTO onceward_inbox_message (id, aggregatetype, aggregateid, type, payload, contenttype, "
                + (version < 6 ? "destination" : "handler") + ", slot, state) VALUES ('" + UUID.randomUUID()
                + "', 'orders', 'stuck', 'Text', " + bytes() + ", 'text/plain', '" + handler + "', 7, 'PARKED')");
    }

    private void insert(String key, String state) {
        database.sql(
                "INSERT INTO onceward_outbox (id, aggregatetype, aggregateid, type, payload, contenttype, destination,"
                        + " slot, state) VALUES ('" + UUID.randomUUID() + "', 'orders', '" + key + "', 'Text', "
                        + bytes()
                        + ", 'text/plain', 'memory:orders?broker=" + broker + "', 7, '" + state + "')");
    }

    /** Returns a literal of the bytes of a text. */
    abstract String bytes();

    private void assertUpgraded() throws Exception {
        try (Onceward onceward = start("validate")) {
            onceward.poll();
            Await.until(() -> database.rows("onceward_outbox") == 1);
        }
        assertThat(memory.waiting("orders")).extracting(MemoryMessage::text).contains("placed");
        assertThat(database.number(held)).isOne();
        assertThat(database.number("SELECT COUNT(*) FROM onceward_inbox_message WHERE handler = 'billing'"))
                .isEqualTo(2);
    }

    private void assertPublishes() throws Exception {
        try (Onceward onceward = start("validate")) {
            MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", "placed"));
            Await.until(() -> !memory.waiting("orders").isEmpty());
        }
        assertThat(memory.waiting("orders")).extracting(MemoryMessage::text).containsExactly("placed");
    }

    private Onceward start(String schema) {
        return Onceward.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(database.pool())
                .configuration(Map.of("onceward.schema", schema, "onceward.memory-broker", broker))
                .start();
    }

    private void flyway(Map<String, String> changes) {
        Properties configuration = Recipe.flyway(name);
        configuration.putAll(changes);
        Flyway.configure()
                .configuration(configuration)
                .dataSource(database.pool())
                .load()
                .migrate();
    }

    private void liquibase() throws Exception {
        Files.writeString(folder.resolve("changelog.xml"), Recipe.liquibase());
        try (Connection connection = database.pool().getConnection()) {
            Database target =
                    DatabaseFactory.getInstance().findCorrectDatabaseImplementation(new JdbcConnection(connection));
            try (CompositeResourceAccessor resources = new CompositeResourceAccessor(
                            new DirectoryResourceAccessor(folder), new ClassLoaderResourceAccessor());
                    Liquibase liquibase = new Liquibase("changelog.xml", resources, target)) {
                liquibase.update(new Contexts());
            }
        }
    }
}
