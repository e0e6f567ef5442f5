// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.EmbeddedH2;
import io.onceward.fixture.PostgreSqlServer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A database may have rows, but not know that it gave their positions: H2 after a kill, PostgreSQL after a copy of the table. */
class ForgottenPositionsTest {

    private static final Jta JTA = new Jta();

    @Test
    void newEventsComeAfterTheOnesThatAreThere() throws Exception {
        assertNewEventsComeLast(new EmbeddedH2(), 0);
    }

    @Test
    void newEventsComeAfterTheOnesThatWereCopied() throws Exception {
        try (PostgreSqlServer server = PostgreSqlServer.newest()) {
            assertNewEventsComeLast(server, 0);
            assertNewEventsComeLast(server, 100_000_000_000L);
        }
    }

    /** @param more what is added to the positions of the rows */
    private static void assertNewEventsComeLast(DatabaseServer server, long more) throws Exception {
        MemoryPublisher publisher = new MemoryPublisher();
        Nodes nodes = new Nodes(JTA, publisher);
        try (AgroalDataSource pool = JTA.pool(
                server.createDatabase(), server.user(), server.password(), TransactionIsolation.READ_COMMITTED)) {
            Engine first = nodes.open(
                    Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"), Runnable::run, pool);
            for (int i = 1; i <= 6; i++) {
                record(first, i);
            }
            first.stop(Duration.ofSeconds(5));
            execute(pool, "DELETE FROM onceward_outbox WHERE seq < (SELECT MAX(seq) - 3 FROM onceward_outbox)");
            execute(pool, "UPDATE onceward_outbox SET seq = seq + " + more);
            execute(pool, "ALTER TABLE onceward_outbox ALTER COLUMN seq RESTART WITH 1");

            Engine second = nodes.open(Map.of(), Runnable::run, pool);
            try {
                record(second, 7);
                record(second, 8);
                Await.until("all events", () -> publisher.published().size() == 6, second::poll);
            } finally {
                second.stop(Duration.ofSeconds(5));
            }
            assertThat(publisher.published())
                    .extracting(event -> new String(event.payload(), StandardCharsets.UTF_8))
                    .containsExactly("3", "4", "5", "6", "7", "8");
        }
    }

    private static void record(Engine engine, int number) throws Exception {
        JTA.inTransaction(() -> engine.recording("orders")
                .record(String.valueOf(number), OutboxMetadata.none().withKey("k")));
    }

    private static void execute(AgroalDataSource pool, String sql) throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
