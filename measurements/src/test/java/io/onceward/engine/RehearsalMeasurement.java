// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.EventType;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.codec.PayloadDecoder;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import io.onceward.inbox.MessageHandler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** The time of the rehearsal of five million waiting messages on PostgreSQL, 41 of which can't be read. */
class RehearsalMeasurement {

    private static final int MESSAGES = Integer.getInteger("rehearsal.messages", 5_000_000);
    private static final int UNREADABLE = 41;
    private static final Duration GOAL = Duration.ofSeconds(2);

    /** The first version of an order. */
    @EventType("OrderPlaced")
    public record Order(String id, int total, String note) {}

    /** The second one. */
    @EventType("OrderPlaced")
    public record NewOrder(String id, int amount, String note) {}

    private record Reading(PayloadDecoder decoding) implements MessageHandler {

        @Override
        public String name() {
            return "billing";
        }

        @Override
        public String channel() {
            return "orders";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) throws Exception {
            return () -> decoding.decode(payload);
        }

        @Override
        public Optional<String> difference(byte[] payload, boolean isOwn) {
            return decoding.difference(payload, isOwn);
        }
    }

    private final Jta jta = new Jta();
    private final Nodes nodes = new Nodes(jta, new MemoryPublisher());

    @Test
    void fiveMillionMessagesTakeLessThanTwoSeconds() throws Exception {
        try (DatabaseServer server = PostgreSqlServer.newest();
                AgroalDataSource pool = jta.pool(
                        server.createDatabase(),
                        server.user(),
                        server.password(),
                        TransactionIsolation.READ_COMMITTED,
                        settings -> settings.maxSize(4))) {
            record(pool, new NewOrder("o1", 1, null));
            Sql.execute(pool::getConnection, copiesOfTheLast(MESSAGES / 2));
            record(pool, new NewOrder("o2", 1, "a note"));
            Sql.execute(pool::getConnection, copiesOfTheLast(MESSAGES / 2));
            for (int i = 0; i < UNREADABLE; i++) {
                record(pool, new Order("o3", i, null));
            }
            String some = UNREADABLE + " of type 'OrderPlaced' for handler 'billing': field 'amount' is missing";
            assertThat(rehearse(pool, "without statistics", NewOrder.class, some))
                    .isLessThan(GOAL);
            Sql.execute(pool::getConnection, "ANALYZE onceward_inbox_message");
            assertThat(rehearse(pool, "with statistics", NewOrder.class, some)).isLessThan(GOAL);
            assertThat(rehearse(pool, "nearly none of which can be read", Order.class, "at least 200000 of type"))
                    .isLessThan(GOAL);
        }
    }

    /** Returns the statement that copies the row that was added last. */
    private static String copiesOfTheLast(int messages) {
        String columns = "aggregatetype, aggregateid, type, payload, contenttype, headers, handler, slot, shape";
        return "INSERT INTO onceward_inbox_message (id, " + columns + ") SELECT id || n, " + columns
                + " FROM onceward_inbox_message, generate_series(1, " + messages
                + ") AS n WHERE seq = (SELECT MAX(seq) FROM onceward_inbox_message)";
    }

    private Engine engine(AgroalDataSource pool, Class<?> type) {
        return nodes.open(
                Map.of("onceward.schema", "create", "onceward.rehearsal", "refuse"),
                task -> {
                    throw new RejectedExecutionException("it handles nothing");
                },
                pool,
                List.of(new Reading(PayloadDecoder.of(BuiltInCodecs.builtIn(), type))));
    }

    private void record(AgroalDataSource pool, Object order) throws Exception {
        Engine engine = engine(pool, order.getClass());
        jta.inTransaction(() -> engine.recording("orders").record(order, OutboxMetadata.none()));
        engine.stop(Duration.ZERO);
    }

    private Duration rehearse(AgroalDataSource pool, String state, Class<?> type, String finding) {
        Engine engine = engine(pool, type);
        long begin = System.nanoTime();
        assertThatThrownBy(engine::rehearse).hasMessageContaining(finding);
        Duration time = Duration.ofNanos(System.nanoTime() - begin);
        System.out.printf("rehearsal of %d messages, %s: %d ms%n", MESSAGES, state, time.toMillis());
        engine.stop(Duration.ZERO);
        return time;
    }
}
