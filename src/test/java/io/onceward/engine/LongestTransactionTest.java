// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** While one connection to a broker hangs, the relay holds no transaction, and publishes the events of another connection. */
class LongestTransactionTest {

    private static final Duration INTERVAL = Duration.ofMillis(10);

    private static final String TRANSACTIONS_OF_BEFORE =
            "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'relay' AND xact_start < '%s'";

    private static final Jta JTA = new Jta();

    private final AtomicInteger published = new AtomicInteger();
    private final TroubledPublisher publisher = new TroubledPublisher(event -> published.incrementAndGet());
    private final Nodes nodes = new Nodes(JTA, publisher);
    private DatabaseServer server;
    private AgroalDataSource pool;
    private AgroalDataSource others;
    private Polled relay;
    private Engine producer;

    @BeforeEach
    void open() {
        publisher.hangs = new CountDownLatch(1);
        server = PostgreSqlServer.newest();
        String url = server.createDatabase();
        pool = pool(url, "relay");
        others = pool(url, "others");
        relay = new Polled(
                nodes,
                Map.of(
                        "onceward.schema",
                        "create",
                        "onceward.relay.send-timeout",
                        "PT1H",
                        "mp.messaging.outgoing.far-away.destination",
                        "far"),
                pool,
                INTERVAL);
        producer = nodes.open(
                Map.of("onceward.relay.enabled", "false", "mp.messaging.outgoing.far-away.destination", "far"),
                Runnable::run,
                others);
    }

    private AgroalDataSource pool(String url, String application) {
        return JTA.pool(
                url + "&ApplicationName=" + application,
                server.user(),
                server.password(),
                TransactionIsolation.READ_COMMITTED);
    }

    @AfterEach
    void close() {
        publisher.hangs.countDown();
        relay.close();
        producer.stop(Duration.ofSeconds(5));
        pool.close();
        others.close();
        server.close();
    }

    @Test
    void transactionOfTheRelayDoesNotLastAsLongAsABrokerHangs() throws Exception {
        record("far-away");
        Await.until("a call that hangs", () -> publisher.hung.get() > 0);
        String hangs = text("SELECT clock_timestamp()");
        record("far-away");
        for (int i = 0; i < 10; i++) {
            record("orders");
        }
        Await.until("events of the other connection", () -> published.get() == 10);
        Await.until(
                "the end of all transactions from before the hang",
                () -> text(String.format(TRANSACTIONS_OF_BEFORE, hangs)).equals("0"));
        publisher.hangs.countDown();
        Await.until("an empty outbox", () -> text("SELECT COUNT(*) FROM onceward_outbox")
                .equals("0"));
    }

    private String text(String sql) {
        return Sql.text(others::getConnection, sql);
    }

    private void record(String channel) throws Exception {
        JTA.inTransaction(() -> producer.recording(channel).record("x", OutboxMetadata.none()));
    }
}
