// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A backlog that is several times as large as the relay's heap. */
class BacklogTest {

    @ParameterizedTest
    @CsvSource({"20000, 1, 10000, 48", "200, 1, 1000000, 64", "200, 8, 1000000, 64"})
    void memoryGrowsNeitherWithTheBacklogNorWithItsQueues(int events, int channels, int bytes, int heap)
            throws Exception {
        Jta jta = new Jta();
        try (DatabaseServer server = PostgreSqlServer.newest()) {
            String url = server.createDatabase();
            try (AgroalDataSource pool =
                    jta.pool(url, server.user(), server.password(), TransactionIsolation.READ_COMMITTED)) {
                new Nodes(jta, new RecordingPublisher())
                        .open(
                                Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"),
                                Runnable::run,
                                pool);
                fill(pool, events, channels, bytes);
            }
            try (RelayProcess relay = new RelayProcess(
                    server, url, List.of("-Xmx" + heap + "m", "-XX:+ExitOnOutOfMemoryError"), Map.of())) {
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
                while (relay.published().size() < events && relay.isAlive() && System.nanoTime() - deadline < 0) {
                    Thread.sleep(100);
                }
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
