// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.EventFilter;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.Sql;
import io.onceward.inbox.MessageHandler;
import io.onceward.jdbc.DataSourceAccess;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events of a channel that has been moved to another datasource, which are parked where they were recorded. */
class ParkedElsewhereTest {

    private static final Jta JTA = new Jta();

    private static final Map<String, String> QUICK = Map.of(
            "onceward.schema", "create",
            "onceward.datasource", "jdbc/before",
            "onceward.relay.max-attempts", "1",
            "onceward.relay.polling-interval", "PT0.05S");

    private final LogLines log = new LogLines();
    private final AgroalDataSource before = pool();
    private final AgroalDataSource after = pool();
    private final MemoryPublisher publisher = new MemoryPublisher();
    private final Nodes nodes = new Nodes(JTA, publisher);

    private static AgroalDataSource pool() {
        return JTA.pool("jdbc:h2:mem:" + UUID.randomUUID(), "", "", TransactionIsolation.READ_COMMITTED);
    }

    @AfterEach
    void close() {
        before.close();
        after.close();
        log.close();
    }

    @Test
    void eventsThatAreLeftInTheEarlierDatasourceAreParkedWithoutAHandlerAndThisIsTold() throws Exception {
        publisher.refuse(event -> true);
        Engine earlier = open(Map.of("onceward.relay.enabled", "false"), List.of());
        JTA.inTransaction(() -> earlier.recording("sales").record("bad sale", OutboxMetadata.none()));
        earlier.stop(Duration.ofSeconds(5));

        Engine moved = open(
                Map.of(
                        "mp.messaging.outgoing.sales.datasource", "jdbc/after",
                        "onceward.inbox.datasource", "jdbc/after",
                        "mp.messaging.outgoing.sales.parked-channel", "parked_sales"),
                List.of(new Compensation()));
        try {
            Await.until("the event is parked", () -> {
                moved.poll();
                return parked(moved) == 1;
            });
            assertThat(Sql.text(after::getConnection, "SELECT COUNT(*) FROM onceward_inbox_message"))
                    .isEqualTo("0");
            assertThat(log.all())
                    .filteredOn(line -> line.startsWith("OWD-1230"))
                    .singleElement()
                    .asString()
                    .contains("'sales'", "jdbc/before", "'parked_sales'", "jdbc/after");
        } finally {
            moved.stop(Duration.ofSeconds(5));
        }
    }

    private static int parked(Engine engine) {
        return engine.outboxAdmin()
                .find(EventFilter.all().parked(), null, 10)
                .events()
                .size();
    }

    private Engine open(Map<String, String> more, List<MessageHandler> handlers) {
        Map<String, String> configuration = new HashMap<>(QUICK);
        configuration.putAll(more);
        return nodes.open(configuration, Runnable::run, new Moved(), handlers);
    }

    private static final class Compensation implements MessageHandler {

        @Override
        public String name() {
            return "compensation";
        }

        @Override
        public String channel() {
            return "parked_sales";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            throw new AssertionError("the handler must not get " + metadata.id());
        }
    }

    /** The datasource of before, and the one to which the channel has been moved. */
    private final class Moved implements DataSourceAccess {

        @Override
        public int priority() {
            return 0;
        }

        @Override
        public Optional<DataSource> find(String name) {
            return Optional.of(name.equals("jdbc/after") ? after : before);
        }
    }
}
