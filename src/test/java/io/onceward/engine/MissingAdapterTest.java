// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import io.onceward.queue.outage.Outages;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Events for a broker whose adapter this node does not have. */
class MissingAdapterTest {

    private static final int LETTERS = 100;
    private static final Duration POLLS = Duration.ofMillis(500);

    private final Jta jta = new Jta();
    private final Queue<String> published = new ConcurrentLinkedQueue<>();
    private final Queue<String> letters = new ConcurrentLinkedQueue<>();
    private final Nodes nodes = new Nodes(jta, new TroubledPublisher(event -> published.add(event.id())));
    private final Nodes pigeons = new Nodes(jta, "pigeon", new TroubledPublisher(event -> letters.add(event.id())));

    @Test
    void eventsWhoseAdapterIsMissingWaitForANodeThatHasIt() throws Exception {
        try (DatabaseServer server = PostgreSqlServer.newest();
                AgroalDataSource pool = jta.pool(
                        server.createDatabase(),
                        server.user(),
                        server.password(),
                        TransactionIsolation.READ_COMMITTED);
                Polled node = new Polled(nodes, Map.of("onceward.schema", "create"), pool, POLLS)) {
            insertLetters(pool);
            Await.until(
                    "a missing adapter",
                    () -> Outages.names(node.engine().outages().brokers()).contains("broker adapter 'pigeon'"));
            String healthy =
                    jta.inTransaction(() -> node.engine().recording("orders").record("x", OutboxMetadata.none()));
            Await.until("an event of another channel", () -> published.contains(healthy));
            assertThat(rows(pool, " WHERE state = 'PENDING' AND attempts = 0 AND aggregatetype = 'letters'"))
                    .isEqualTo(LETTERS);

            try (Polled other = new Polled(pigeons, Map.of(), pool, POLLS)) {
                Await.until("an empty outbox", () -> rows(pool, "") == 0);
                assertThat(other.engine().outages().brokers()).isEmpty();
            }
        }
        assertThat(letters).hasSize(LETTERS).doesNotHaveDuplicates();
    }

    /** Each has its own key. */
    private static void insertLetters(AgroalDataSource pool) {
        Sql.execute(
                pool::getConnection,
                "INSERT INTO onceward_outbox"
                        + " (id, aggregatetype, aggregateid, type, payload, contenttype, headers, destination, slot)"
                        + " SELECT 's' || i, 'letters', 's' || i, 't', 'x', 'text/plain', '{}', 'pigeon:letters', i"
                        + " FROM generate_series(1, " + LETTERS + ") AS i");
    }

    private static int rows(AgroalDataSource pool, String condition) {
        return Integer.parseInt(Sql.text(pool::getConnection, "SELECT COUNT(*) FROM onceward_outbox" + condition));
    }
}
