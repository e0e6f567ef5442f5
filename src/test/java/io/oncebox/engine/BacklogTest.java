// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.oncebox.fixture.DatabaseServer;
import io.oncebox.fixture.PostgreSqlServer;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A backlog that is several times as large as the relay's heap. */
class BacklogTest {

    private static final int EVENTS = 20_000;
    private static final int EACH = 10_000;
    private static final String HEAP = "-Xmx48m";

    @Test
    void memoryDoesNotGrowWithTheBacklog() throws Exception {
        Jta jta = new Jta();
        try (DatabaseServer server = PostgreSqlServer.newest()) {
            String url = server.createDatabase();
            try (AgroalDataSource pool =
                    jta.pool(url, server.user(), server.password(), TransactionIsolation.READ_COMMITTED)) {
                new Nodes(jta, new RecordingPublisher())
                        .open(
                                Map.of("oncebox.schema", "create", "oncebox.relay.enabled", "false"),
                                Runnable::run,
                                pool);
                fill(pool);
            }
            try (RelayProcess relay =
                    new RelayProcess(server, url, List.of(HEAP, "-XX:+ExitOnOutOfMemoryError"), Map.of())) {
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
                while (relay.published().size() < EVENTS && relay.isAlive() && System.nanoTime() - deadline < 0) {
                    Thread.sleep(100);
                }
                assertThat(relay.published()).hasSize(EVENTS).doesNotHaveDuplicates();
            }
        }
    }

    private static void fill(AgroalDataSource pool) throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO oncebox_outbox (id, aggregatetype, aggregateid, type, payload,"
                    + " contenttype, destination, slot) SELECT n, 'orders', n % 1000, 'x', decode(repeat('61', " + EACH
                    + "), 'hex'), 'text/plain', 'test:orders', n % 1000 FROM generate_series(1, " + EVENTS + ") n");
        }
    }
}
