// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import io.onceward.outbox.capture.CaptureReading;
import io.onceward.outbox.capture.CaptureStatus;
import io.onceward.selfcheck.TransactionStyle;
import io.onceward.spi.OutboxEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.replication.LogSequenceNumber;
import org.postgresql.replication.PGReplicationStream;

/** The capture from the log of PostgreSQL: what is in the log, and what the start and the watch find. */
class LogicalCaptureTest {

    private static final Jta JTA = DatabaseContract.JTA;

    private static final Map<String, String> CAPTURED =
            Map.of("onceward.outbox.mode", "cdc", "onceward.admin.refresh", "PT0.01S");

    /** A node whose events another node relays. */
    private static final Map<String, String> RECORDING = Map.of("onceward.relay.enabled", "false");

    private static PostgreSqlServer server;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final MemoryPublisher publisher = new MemoryPublisher();
    private final List<Engine> engines = new ArrayList<>();
    private AgroalDataSource pool;

    @BeforeAll
    static void startServer() {
        server = PostgreSqlServer.logical();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void createTables() {
        pool = JTA.pool(server.createDatabase(), server.user(), server.password(), TransactionIsolation.READ_COMMITTED);
        open(Map.of("onceward.schema", "create")).stop(Duration.ofSeconds(5));
    }

    @AfterEach
    void dropSlots() {
        engines.forEach(engine -> engine.stop(Duration.ofSeconds(5)));
        threads.shutdownNow();
        sql("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE database = current_database()");
        pool.close();
    }

    private Engine open(Map<String, String> configuration) {
        return open(configuration, pool);
    }

    private Engine open(Map<String, String> configuration, AgroalDataSource from) {
        Engine opened = new Nodes(JTA, publisher).declaring("orders").open(configuration, threads, from);
        engines.add(opened);
        return opened;
    }

    private void sql(String sql) {
        Sql.execute(pool::getConnection, sql);
    }

    private String text(String sql) {
        return Sql.text(pool::getConnection, sql);
    }

    private void createPublicationAndSlot() throws Exception {
        Sql.executeFile(pool::getConnection, "postgresql-capture.sql");
    }

    private String record(Engine engine, String payload) throws Exception {
        return JTA.inTransaction(() ->
                engine.recording("orders").record(payload, OutboxMetadata.none().withKey("k")));
    }

    /** Returns the changes of the outbox that the log has, as of now. */
    private List<String> changes(String slot) throws SQLException {
        List<String> changes = new ArrayList<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT data FROM pg_logical_slot_get_changes('" + slot + "', NULL, NULL)")) {
            while (row.next()) {
                if (row.getString(1).startsWith("table public.onceward_outbox:")) {
                    changes.add(row.getString(1));
                }
            }
        }
        return changes;
    }

    // ---- the log

    @Test
    void logHasOneInsertOfEachCommittedEventInOrderAndNoProbe() throws Exception {
        createPublicationAndSlot();
        sql("SELECT pg_create_logical_replication_slot('test', 'test_decoding')");
        Engine engine = open(CAPTURED);
        engine.selfCheck(List.of(caller()));
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ids.add(record(engine, "event " + i));
            assertThatThrownBy(() -> JTA.inTransaction(() -> {
                        engine.recording("orders").record("rolled back", OutboxMetadata.none());
                        throw new IllegalStateException("business says no");
                    }))
                    .hasMessage("business says no");
        }
        List<String> changes = changes("test");
        assertThat(changes.stream().filter(change -> change.contains(": INSERT: ")))
                .extracting(change -> between(change, " id[character varying]:'", "'"))
                .containsExactlyElementsOf(ids);
        assertThat(changes.stream().filter(change -> change.contains(": DELETE: ")))
                .hasSize(3);
        assertThat(changes.get(0))
                .contains("aggregatetype[character varying]:'orders' aggregateid[character varying]:'k'")
                .contains("type[character varying]:'orders'")
                .contains("state[character varying]:'PENDING'");
    }

    @Test
    void logHasNoProbeOfARelay() throws Exception {
        sql("SELECT pg_create_logical_replication_slot('test', 'test_decoding')");
        open(Map.of()).selfCheck(List.of(caller()));
        assertThat(changes("test")).isEmpty();
    }

    /** The steps of docs/cdc.md. */
    @Test
    void switchFromRelayToCaptureAndBackPublishesEachEventOnce() throws Exception {
        List<String> all = new ArrayList<>();
        Engine relay = open(Map.of());
        recordMany(relay, all);
        Await.until(
                "an empty outbox",
                () -> text("SELECT count(*) FROM onceward_outbox").equals("0"),
                relay::poll);
        relay.stop(Duration.ofSeconds(5));
        createPublicationAndSlot();
        sql("SELECT pg_create_logical_replication_slot('test', 'test_decoding')");
        Engine captured = open(CAPTURED);
        recordMany(captured, all);
        captured.stop(Duration.ofSeconds(5));
        List<String> published =
                publisher.published().stream().map(OutboxEvent::id).collect(Collectors.toCollection(ArrayList::new));
        changes("test").stream()
                .filter(change -> change.contains(": INSERT: "))
                .forEach(change -> published.add(between(change, " id[character varying]:'", "'")));
        sql("SELECT pg_drop_replication_slot('onceward_outbox')");
        sql("DROP PUBLICATION onceward_outbox");
        Engine again = open(Map.of());
        int before = publisher.published().size();
        recordMany(again, all);
        Await.until(
                "an empty outbox",
                () -> text("SELECT count(*) FROM onceward_outbox").equals("0"),
                again::poll);
        publisher.published().stream().skip(before).map(OutboxEvent::id).forEach(published::add);
        assertThat(published).containsExactlyElementsOf(all);
    }

    /** The statements of the refusal lead out of the switch: without them, each mode would refuse the start. */
    @Test
    void eventsThatAreLeftArePublishedByTheRelayAfterTheSlotIsDropped() throws Exception {
        Engine recording = open(RECORDING);
        String id = record(recording, "x");
        recording.stop(Duration.ofSeconds(5));
        createPublicationAndSlot();
        assertThatThrownBy(() -> open(CAPTURED))
                .hasMessageStartingWith("OWD-0374")
                .satisfies(refusal -> Pattern.compile("(SELECT pg_drop_|DROP PUBLICATION )[^;]+;")
                        .matcher(refusal.getMessage())
                        .results()
                        .forEach(statement -> sql(statement.group())));
        Engine relay = open(Map.of());
        Await.until(
                "an empty outbox",
                () -> text("SELECT count(*) FROM onceward_outbox").equals("0"),
                relay::poll);
        relay.stop(Duration.ofSeconds(5));
        assertThat(publisher.published()).extracting(OutboxEvent::id).containsExactly(id);
        createPublicationAndSlot();
        record(open(CAPTURED), "y");
    }

    private void recordMany(Engine engine, List<String> ids) throws Exception {
        for (int i = 0; i < 50; i++) {
            ids.add(record(engine, "event " + i));
        }
    }

    // ---- the start

    @Test
    void startIsRefusedWithTheStatementsToRun() throws Exception {
        for (String missing : List.of("CREATE PUBLICATION", "pg_create_logical_replication_slot")) {
            assertThatThrownBy(() -> open(CAPTURED))
                    .hasMessageStartingWith("OWD-0371")
                    .hasMessageContaining("Run: ")
                    .hasMessageContaining(missing)
                    .satisfies(refusal -> sql(statement(refusal.getMessage(), missing)));
        }
        record(open(CAPTURED), "x");
    }

    /** Returns the statement in a message that contains a word. */
    private static String statement(String message, String word) {
        Matcher statements = Pattern.compile("Run: ([^;]+);").matcher(message);
        while (statements.find()) {
            if (statements.group(1).contains(word)) {
                return statements.group(1);
            }
        }
        throw new AssertionError(message);
    }

    @Test
    void otherNamesCanBeConfigured() throws Exception {
        sql("CREATE PUBLICATION events FOR TABLE onceward_outbox WITH (publish = 'insert')");
        sql("SELECT pg_create_logical_replication_slot('reader', 'pgoutput')");
        Map<String, String> configuration = new HashMap<>(CAPTURED);
        configuration.put("onceward.cdc.publication", "Events");
        configuration.put("onceward.cdc.slot", "reader");
        assertThat(status(open(configuration)).text()).startsWith("slot reader without a reader, lag ");
    }

    @Test
    void publicationThatFitsNotIsRefusedWithItsCorrection() throws Exception {
        createPublicationAndSlot();
        sql("CREATE TABLE other (id INTEGER)");
        String[][] changes = {
            {"SET (publish = 'insert, delete')", "publishes more than inserts"},
            {"SET (publish = 'truncate')", "publishes no inserts"},
            {"ADD TABLE other", "contains other tables"},
            {"SET TABLE other", "does not contain the table"},
            {"SET TABLE onceward_outbox WHERE (type = 'x')", "has the filter"},
            {"SET TABLE onceward_outbox (id, payload)", "leaves columns of the table out"},
        };
        for (String[] change : changes) {
            sql("ALTER PUBLICATION onceward_outbox " + change[0]);
            assertThatThrownBy(() -> open(CAPTURED))
                    .hasMessageStartingWith("OWD-0371")
                    .hasMessageContaining(change[1])
                    .satisfies(refusal -> sql(statement(refusal.getMessage(), "ALTER PUBLICATION")));
            open(CAPTURED).stop(Duration.ofSeconds(5));
        }
    }

    @Test
    void slotOfAnotherKindIsRefused() throws Exception {
        createPublicationAndSlot();
        sql("SELECT pg_drop_replication_slot('onceward_outbox')");
        sql("SELECT pg_create_logical_replication_slot('onceward_outbox', 'test_decoding')");
        assertThatThrownBy(() -> open(CAPTURED))
                .hasMessageStartingWith("OWD-0371")
                .hasMessageContaining("with the plugin pgoutput");
    }

    @Test
    void slotOfAnotherDatabaseIsRefusedAndLeftAlone() throws Exception {
        createPublicationAndSlot();
        sql("SELECT pg_drop_replication_slot('onceward_outbox')");
        try (AgroalDataSource other = JTA.pool(
                server.createDatabase(), server.user(), server.password(), TransactionIsolation.READ_COMMITTED)) {
            Sql.execute(
                    other::getConnection, "SELECT pg_create_logical_replication_slot('onceward_outbox', 'pgoutput')");
            try {
                assertThatThrownBy(() -> open(CAPTURED))
                        .hasMessageStartingWith("OWD-0371")
                        .hasMessageContaining("Set onceward.cdc.slot to the name of another slot")
                        .hasMessageNotContaining("pg_drop_replication_slot");
            } finally {
                Sql.execute(other::getConnection, "SELECT pg_drop_replication_slot('onceward_outbox')");
            }
        }
    }

    /** Until then, the slot does not see commits. */
    @Test
    void slotThatIsStillBeingCreatedIsRefused() throws Exception {
        createPublicationAndSlot();
        sql("SELECT pg_drop_replication_slot('onceward_outbox')");
        Future<?> creation;
        try (Connection open = pool.getConnection();
                Statement statement = open.createStatement()) {
            open.setAutoCommit(false);
            statement.execute("SELECT txid_current()");
            creation = threads.submit(
                    () -> sql("SELECT pg_create_logical_replication_slot('onceward_outbox', 'pgoutput')"));
            Await.until(
                    "the slot",
                    () -> text("SELECT count(*) FROM pg_replication_slots WHERE slot_name = 'onceward_outbox'")
                            .equals("1"));
            assertThatThrownBy(() -> open(CAPTURED))
                    .hasMessageStartingWith("OWD-0371")
                    .hasMessageContaining("is still being created");
            open.commit();
        }
        creation.get();
        record(open(CAPTURED), "x");
    }

    @Test
    void relayBesideACaptureIsRefused() throws Exception {
        createPublicationAndSlot();
        assertThatThrownBy(() -> open(RECORDING)).hasMessageStartingWith("OWD-0376");
        assertThatThrownBy(() -> open(Map.of()))
                .hasMessageStartingWith("OWD-0376")
                .satisfies(refusal -> {
                    sql("SELECT pg_drop_replication_slot('onceward_outbox')");
                    sql("DROP PUBLICATION onceward_outbox");
                });
        open(Map.of());
    }

    @Test
    void roleWithoutTheRightToDeleteIsRefused() throws Exception {
        createPublicationAndSlot();
        String role = text("SELECT 'producer_' || current_database()");
        sql("CREATE ROLE " + role + " LOGIN");
        sql("GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO " + role);
        try (AgroalDataSource weak = JTA.pool(
                pool.getConfiguration()
                        .connectionPoolConfiguration()
                        .connectionFactoryConfiguration()
                        .jdbcUrl()
                        .replace("user=" + server.user(), "user=" + role),
                role,
                "",
                TransactionIsolation.READ_COMMITTED)) {
            assertThatThrownBy(() -> open(CAPTURED, weak))
                    .hasMessageStartingWith("OWD-0230")
                    .hasMessageContaining("permission denied");
            sql("GRANT DELETE ON onceward_outbox TO " + role);
            record(open(CAPTURED, weak), "x");
        } finally {
            sql("DROP OWNED BY " + role);
            sql("DROP ROLE " + role);
        }
    }

    /** The rights of docs/cdc.md. */
    @Test
    void roleOfThePageMayDoAllThatACapturedApplicationDoes() throws Exception {
        createPublicationAndSlot();
        sql("INSERT INTO onceward_inbox (handler, messageid, processedat) VALUES ('h', 'old', '2020-01-01')");
        sql("INSERT INTO onceward_outbox_sent SELECT 1, 'old', 'orders', NULL, 'x', '', 'text/plain', NULL, 'test:x',"
                + " now(), 1, '2020-01-01'");
        String role = text("SELECT 'shop_' || current_database()");
        sql("CREATE ROLE " + role + " LOGIN");
        String page = Files.readString(Path.of("..", "docs", "cdc.md"));
        Pattern.compile("GRANT [^;]+ TO shop;")
                .matcher(page)
                .results()
                .forEach(grant -> sql(grant.group().replace("TO shop", "TO " + role)));
        try (AgroalDataSource own = JTA.pool(
                        pool.getConfiguration()
                                .connectionPoolConfiguration()
                                .connectionFactoryConfiguration()
                                .jdbcUrl()
                                .replace("user=" + server.user(), "user=" + role),
                        role,
                        "",
                        TransactionIsolation.READ_COMMITTED);
                LogLines log = new LogLines()) {
            Map<String, String> configuration = new HashMap<>(CAPTURED);
            configuration.put("onceward.outbox.retention", "PT1H");
            configuration.put("onceward.inbox.retention.h", "PT1H");
            configuration.put("onceward.inbox.janitor-interval", "PT0.01S");
            Engine engine = new Nodes(JTA, publisher).declaring("orders").open(configuration, Runnable::run, own);
            engine.selfCheck(List.of(caller()));
            engine.declareAs("shop");
            record(engine, "x");
            check(engine);
            Await.until(
                    "the deletion of an expired claim",
                    () -> text("SELECT count(*) FROM onceward_inbox WHERE handler = 'h'")
                            .equals("0"),
                    engine::poll);
            assertThat(text("SELECT count(*) FROM onceward_outbox_sent")).isEqualTo("0");
            engine.stop(Duration.ofSeconds(5));
            assertThat(log.all()).noneMatch(line -> line.contains("permission denied"));
        } finally {
            sql("DROP OWNED BY " + role);
            sql("DROP ROLE " + role);
        }
    }

    // ---- the watch

    @Test
    void eventsAreRefusedWhileThereIsNoSlotOrNoPublication() throws Exception {
        createPublicationAndSlot();
        Engine engine = open(CAPTURED);
        record(engine, "x");
        sql("SELECT pg_drop_replication_slot('onceward_outbox')");
        assertRefusedUntil(engine, "SELECT pg_create_logical_replication_slot('onceward_outbox', 'pgoutput')");
        sql("DROP PUBLICATION onceward_outbox");
        assertRefusedUntil(
                engine, "CREATE PUBLICATION onceward_outbox FOR TABLE onceward_outbox WITH (publish = 'insert')");
    }

    private void assertRefusedUntil(Engine engine, String correction) throws Exception {
        Await.until("the watch has seen it", () -> status(engine).losesEvents(), engine::poll);
        assertThatThrownBy(() -> record(engine, "x")).hasMessageStartingWith("OWD-0373");
        sql(correction);
        Await.until("the watch has seen it", () -> !status(engine).losesEvents(), engine::poll);
        record(engine, "x");
    }

    @Test
    void publicationThatPublishesMoreIsShown() throws Exception {
        createPublicationAndSlot();
        Engine engine = open(CAPTURED);
        sql("ALTER PUBLICATION onceward_outbox SET (publish = 'insert, delete')");
        Await.until("the watch has seen it", () -> status(engine).text().contains("more than inserts"), engine::poll);
        assertThat(status(engine).losesEvents()).isFalse();
        record(engine, "x");
    }

    @Test
    void eventsAreRefusedWhenTheSlotIsInvalidated() throws Exception {
        createPublicationAndSlot();
        Engine engine = open(CAPTURED);
        record(engine, "x");
        Await.until(
                "the database removes log that the slot needs",
                () -> text("SELECT wal_status FROM pg_replication_slots WHERE slot_name = 'onceward_outbox'")
                        .equals("lost"),
                () -> {
                    sql("SELECT pg_switch_wal()");
                    sql(
                            "CREATE TABLE IF NOT EXISTS noise AS SELECT repeat(md5(g::text), 100) FROM generate_series(1, 20000) g");
                    sql("DROP TABLE noise");
                    sql("CHECKPOINT");
                });
        Await.until("the watch has seen it", () -> status(engine).losesEvents(), engine::poll);
        assertThat(status(engine).text()).contains("is invalidated");
        assertThatThrownBy(() -> record(engine, "x")).hasMessageStartingWith("OWD-0373");
        assertThatThrownBy(() -> open(CAPTURED))
                .hasMessageStartingWith("OWD-0371")
                .hasMessageContaining("is invalidated");
    }

    /** Otherwise the node would refuse events until the connection fails. */
    @Test
    void nodeWhoseCheckHangsIsNotAlive() throws Exception {
        createPublicationAndSlot();
        Engine engine = open(CAPTURED);
        try (Connection other = pool.getConnection();
                Statement lock = other.createStatement()) {
            other.setAutoCommit(false);
            lock.execute("LOCK TABLE onceward_outbox IN ACCESS EXCLUSIVE MODE");
            Await.until("a check that hangs", () -> engine.relayInStep().toMillis() > 1000, engine::poll);
            other.rollback();
        }
        Await.until("an idle check", () -> engine.relayInStep().isZero());
        record(engine, "x");
    }

    /** The start does not see a node that has no lease and has recorded nothing. */
    @Test
    void eventOfANodeThatOnlyRecordsForARelayIsShown() throws Exception {
        Engine recording = open(RECORDING);
        assertEventIsShownBesideACapture(recording);
    }

    @Test
    void eventOfANodeWhoseRelayIsPausedIsShown() throws Exception {
        Engine paused = open(Map.of());
        paused.outboxAdmin().pause("orders", "me");
        assertEventIsShownBesideACapture(paused);
    }

    private void assertEventIsShownBesideACapture(Engine other) throws Exception {
        createPublicationAndSlot();
        Engine engine = open(CAPTURED);
        assertThat(status(engine).reading().shortcomings()).isEmpty();
        record(other, "x");
        Await.until(
                "the watch has seen it",
                () -> status(engine).text().contains("has events that a node with onceward.outbox.mode=relay has"),
                () -> {
                    other.poll();
                    engine.poll();
                });
        assertThat(status(engine).losesEvents()).isFalse();
        record(engine, "y");
        other.stop(Duration.ofSeconds(5));
        sql("DELETE FROM onceward_outbox");
        Await.until(
                "the watch has seen it",
                () -> status(engine).reading().shortcomings().isEmpty(),
                engine::poll);
    }

    /** Its own check looks for the slot that it is configured with. */
    @Test
    void relayThatStartsBesideACaptureIsShown() throws Exception {
        createPublicationAndSlot();
        Engine engine = open(CAPTURED);
        Engine relay = open(Map.of("onceward.cdc.slot", "other"));
        record(relay, "x");
        Await.until(
                "the watch has seen it",
                () -> status(engine).text().contains("Another node relays the channels orders"),
                () -> {
                    relay.poll();
                    engine.poll();
                });
        Await.until(
                "an empty outbox",
                () -> text("SELECT count(*) FROM onceward_outbox").equals("0"),
                relay::poll);
        relay.stop(Duration.ofSeconds(5));
        Await.until(
                "the watch has seen it",
                () -> status(engine).reading().shortcomings().isEmpty(),
                engine::poll);
    }

    /** The database itself would show the lag of the last confirmation, to few roles. */
    @Test
    void lagInTimeGrowsWhileTheReaderHangsAndEndsWithItsConfirmation() throws Exception {
        createPublicationAndSlot();
        Engine engine = openWithoutThreads();
        try (Connection reader = DriverManager.getConnection(url(), replication());
                PGReplicationStream stream = reader.unwrap(PGConnection.class)
                        .getReplicationAPI()
                        .replicationStream()
                        .logical()
                        .withSlotName("onceward_outbox")
                        .withSlotOption("proto_version", 1)
                        .withSlotOption("publication_names", "onceward_outbox")
                        .start()) {
            check(engine);
            record(engine, "x");
            Await.until(
                    "a lag of a second",
                    () -> slot(engine).isActive() && slot(engine).lag().toMillis() > 1000,
                    engine::poll);
            Await.until("the end of the lag", () -> slot(engine).lag().isZero(), () -> {
                confirm(stream);
                engine.poll();
            });
        }
    }

    private String url() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return connection.getMetaData().getURL();
        }
    }

    private static Properties replication() {
        Properties properties = new Properties();
        properties.setProperty("user", server.user());
        properties.setProperty("password", server.password());
        properties.setProperty("replication", "database");
        properties.setProperty("preferQueryMode", "simple");
        properties.setProperty("assumeMinServerVersion", "12");
        return properties;
    }

    private void confirm(PGReplicationStream stream) {
        LogSequenceNumber end = LogSequenceNumber.valueOf(text("SELECT pg_current_wal_lsn()"));
        stream.setFlushedLSN(end);
        stream.setAppliedLSN(end);
        try {
            stream.forceUpdateStatus();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static CaptureReading.Slot slot(Engine engine) {
        return status(engine).reading().slot().orElseThrow();
    }

    @Test
    void slotThatIsCreatedAnewBetweenTwoChecksIsLogged() throws Exception {
        createPublicationAndSlot();
        Engine engine = openWithoutThreads();
        record(engine, "x");
        readFromSlot();
        check(engine);
        try (LogLines log = new LogLines()) {
            sql("SELECT pg_drop_replication_slot('onceward_outbox')");
            sql("SELECT pg_create_logical_replication_slot('onceward_outbox', 'pgoutput')");
            check(engine);
            assertThat(log.all())
                    .singleElement()
                    .asString()
                    .startsWith("OWD-1125")
                    .contains("slot onceward_outbox,");
            record(engine, "y");
            readFromSlot();
            check(engine);
            assertThat(log.all()).hasSize(1);
        }
    }

    /** A crash, and an operator, can set back the numbers by which another slot is recognized. */
    @Test
    void lossOfTheStatisticsIsNotTakenForAnotherSlot() throws Exception {
        createPublicationAndSlot();
        Engine engine = openWithoutThreads();
        try (LogLines log = new LogLines()) {
            record(engine, "x");
            readFromSlot();
            check(engine);
            sql("SELECT pg_stat_reset_replication_slot('onceward_outbox')");
            assertThat(readTransactions()).isEqualTo("0");
            check(engine);
            record(engine, "y");
            readFromSlot();
            check(engine);
            crash();
            check(engine);
            assertThat(log.all()).noneMatch(line -> line.startsWith("OWD-1125"));
        }
    }

    /** Returns an engine whose checks are complete when {@link Engine#poll()} returns. */
    private Engine openWithoutThreads() {
        Engine opened = new Nodes(JTA, publisher).declaring("orders").open(CAPTURED, Runnable::run, pool);
        engines.add(opened);
        return opened;
    }

    private static void check(Engine engine) throws InterruptedException {
        Set<CaptureReading> before = Collections.newSetFromMap(new IdentityHashMap<>());
        before.add(status(engine).reading());
        Await.until("a further check", () -> !before.contains(status(engine).reading()), engine::poll);
    }

    /** Reads all events, as a connector does. */
    private void readFromSlot() {
        sql("SELECT count(*) FROM pg_logical_slot_get_binary_changes('onceward_outbox', NULL, NULL,"
                + " 'proto_version', '1', 'publication_names', 'onceward_outbox')");
        assertThat(readTransactions()).isNotEqualTo("0");
    }

    private String readTransactions() {
        return text("SELECT total_txns FROM pg_stat_replication_slots WHERE slot_name = 'onceward_outbox'");
    }

    /** Kills a process of the database, which then ends all others, and recovers without the statistics. */
    private void crash() throws Exception {
        long process = Long.parseLong(text("SELECT pg_backend_pid()"));
        ProcessHandle.of(process).orElseThrow().destroyForcibly();
        Await.until(
                "the recovery",
                () -> {
                    try {
                        return readTransactions().equals("0");
                    } catch (IllegalStateException e) {
                        return false;
                    }
                },
                () -> pool.flush(AgroalDataSource.FlushMode.ALL));
    }

    private static CaptureStatus status(Engine engine) {
        return engine.captures().get(0);
    }

    private static String between(String text, String start, String end) {
        int from = text.indexOf(start) + start.length();
        return text.substring(from, text.indexOf(end, from));
    }

    private static TransactionStyle caller() {
        return new TransactionStyle() {
            @Override
            public String kind() {
                return "test transaction";
            }

            @Override
            public boolean rollsBackQuietly() {
                return true;
            }

            @Override
            public <T> T inTransaction(Supplier<T> work) throws Exception {
                return JTA.inTransaction(work::get);
            }
        };
    }
}
