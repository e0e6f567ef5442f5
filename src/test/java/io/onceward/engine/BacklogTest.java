// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A backlog that is larger than the relay's heap. */
class BacklogTest {

    @Test
    void memoryGrowsNeitherWithTheBacklogNorWithItsQueues() throws Exception {
        drain(100, 8, 1_000_000, 64);
    }

    /**
     * Fails unless a relay publishes all events.
     *
     * @param events their number
     * @param channels the number of their channels
     * @param bytes the size of each event
     * @param heap the relay's heap in megabytes
     */
    static void drain(int events, int channels, int bytes, int heap) throws Exception {
        Jta jta = new Jta();
        try (DatabaseServer server = PostgreSqlServer.newest()) {
            String url = server.createDatabase();
            try (AgroalDataSource pool =
                    jta.pool(url, server.user(), server.password(), TransactionIsolation.READ_COMMITTED)) {
                new Nodes(jta, new MemoryPublisher())
                        .open(
                                Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"),
                                Runnable::run,
                                pool);
                fill(pool, events, channels, bytes);
            }
            try (RelayProcess relay = new RelayProcess(
                    server, url, List.of("-Xmx" + heap + "m", "-XX:+ExitOnOutOfMemoryError"), Map.of())) {
                Await.until("a drained backlog", () -> relay.published().size() >= events || !relay.isAlive());
                assertThat(relay.published()).hasSize(events).doesNotHaveDuplicates();
            }
        }
    }

    private static void fill(AgroalDataSource pool, int events, int channels, int bytes) throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO onceward_outbox (id, aggregatetype, aggregateid, type, payload,"
                    + " contenttype, destination, slot) SELECT n, 'orders' || n % " + channels
                    + ", n % 1000, 'x', decode(repeat('61', " + bytes
                    + "), 'hex'), 'text/plain', 'test:orders', n % 1000 FROM generate_series(1, " + events + ") n");
        }
    }
}
