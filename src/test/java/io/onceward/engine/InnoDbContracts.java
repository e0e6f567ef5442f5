// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.Sql;
import io.onceward.queue.RecordedEvent;
import jakarta.transaction.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contracts and, besides, times in sessions of different time zones, and settings that an application has left, for MariaDB and MySQL. */
abstract class InnoDbContracts extends ServerContracts {

    /** Returns URL parameters that set the session's time zone, one of them east of Greenwich. */
    private List<String> zones() {
        return List.of(
                "sessionVariables=time_zone='-11:00'",
                "sessionVariables=time_zone='" + east() + ":00'",
                "connectionTimeZone=Asia/Tokyo&forceConnectionTimeZoneToSession=false");
    }

    /** Returns "+13" as the driver wants it in a URL. */
    abstract String east();

    /** Columns have no time zone; sessions and drivers have one. */
    abstract class InAnyTimeZone {

        private final Jta jta = new Jta();

        @Test
        void timesMeanTheSameInAllSessions() throws Exception {
            String database = emptyDatabase();
            try (AgroalDataSource pool = pool(jta, database, TransactionIsolation.REPEATABLE_READ)) {
                node(pool, Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"));
            }
            for (String here : zones()) {
                for (String there : zones()) {
                    timesMeanTheSame(database + "&" + here, database + "&" + there);
                }
            }
        }

        private void timesMeanTheSame(String here, String there) throws Exception {
            Instant past = Instant.now().minus(2, ChronoUnit.MINUTES).truncatedTo(ChronoUnit.MILLIS);
            Instant future = Instant.now().plus(1, ChronoUnit.HOURS);
            try (AgroalDataSource producers = pool(jta, here, TransactionIsolation.REPEATABLE_READ);
                    AgroalDataSource relays = pool(jta, there, TransactionIsolation.REPEATABLE_READ)) {
                Engine producer = node(producers, Map.of("onceward.relay.enabled", "false"))
                        .engine();
                Node relay = node(relays, Map.of());
                jta.inTransaction(() -> {
                    record(producer, past);
                    return record(producer, future);
                });
                relay.engine().poll();
                assertThat(relay.publisher().published())
                        .as(here + " -> " + there)
                        .extracting(event -> ((RecordedEvent) event).deliverAt())
                        .containsExactly(past);
                relay.engine().stop(Duration.ofSeconds(5));
            }
        }

        private String record(Engine engine, Instant deliverAt) {
            return engine.recording("orders").record("x", OutboxMetadata.none().withDeliverAt(deliverAt));
        }

        private Node node(AgroalDataSource pool, Map<String, String> configuration) {
            MemoryPublisher publisher = new MemoryPublisher();
            return new Node(new Nodes(jta, publisher).open(configuration, Runnable::run, pool), publisher);
        }
    }

    /** The application has changed a setting of its sessions, and given them back to the pool. */
    abstract class LeftSettings {

        private static final String NOT_COMMITTED =
                "INSERT INTO onceward_outbox (id, aggregatetype, type, payload, contenttype, headers, destination, slot, state)"
                        + " VALUES ('not-committed', 'orders', 't', 'x', 'text/plain', '{}', 'test:orders', 0, 'PENDING')";

        private final Jta jta = new Jta();
        private final MemoryPublisher publisher = new MemoryPublisher();

        @Test
        void levelThatShowsEventsThatAreNotCommittedStopsTheRelay() throws Exception {
            assertStops(
                    "TRANSACTION ISOLATION LEVEL READ UNCOMMITTED",
                    "TRANSACTION ISOLATION LEVEL READ COMMITTED",
                    "READ-UNCOMMITTED");
        }

        @Test
        void limitOfTheRowsThatAreReadStopsTheRelay() throws Exception {
            assertStops("sql_select_limit = 10", "sql_select_limit = DEFAULT", "sql_select_limit = 10");
        }

        private void assertStops(String setting, String cure, String named) throws Exception {
            String database = emptyDatabase();
            try (AgroalDataSource pool = twoConnections(jta, database);
                    AgroalDataSource other = pool(jta, database, TransactionIsolation.READ_COMMITTED);
                    LogLines log = new LogLines()) {
                Engine engine = new Nodes(jta, publisher)
                        .declaring("orders")
                        .open(Map.of("onceward.schema", "create"), Runnable::run, pool);
                record(engine, 0);
                Await.until("the first event", () -> publisher.ids().size() == 1, engine::poll);
                inAllSessions(pool, setting);
                jta.manager.begin();
                Sql.execute(other::getConnection, NOT_COMMITTED);
                Transaction open = jta.manager.suspend();
                Await.until(
                        "a failed read, or an event",
                        () -> failed(log, named) || publisher.ids().size() > 1,
                        engine::poll);
                assertThat(publisher.ids()).doesNotContain("not-committed");
                assertThat(failed(log, named)).isTrue();

                jta.manager.resume(open);
                jta.manager.rollback();
                inAllSessions(pool, cure);
                for (int key = 1; key < 100; key++) {
                    record(engine, key);
                }
                Await.until("all events", () -> publisher.ids().size() == 100, engine::poll);
                engine.stop(Duration.ofSeconds(5));
            }
        }

        private static boolean failed(LogLines log, String named) {
            return log.all().stream().anyMatch(line -> line.startsWith("OWD-1130") && line.contains(named));
        }

        private void record(Engine engine, int key) throws Exception {
            jta.inTransaction(() ->
                    engine.recording("orders").record("x", OutboxMetadata.none().withKey("k" + key)));
        }

        private static void inAllSessions(AgroalDataSource pool, String setting) throws SQLException {
            try (Connection one = pool.getConnection();
                    Connection two = pool.getConnection()) {
                for (Connection each : List.of(one, two)) {
                    try (Statement statement = each.createStatement()) {
                        statement.execute("SET SESSION " + setting);
                    }
                }
            }
        }
    }

    private record Node(Engine engine, MemoryPublisher publisher) {}
}
