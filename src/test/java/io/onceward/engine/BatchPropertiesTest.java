// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.InboxMetadata;
import io.onceward.fixture.LogLines;
import io.onceward.inbox.MessageHandler;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Properties for batches of a channel whose handlers get no batches. */
class BatchPropertiesTest {

    private static final Jta JTA = new Jta();

    private static final String SIZE = "mp.messaging.incoming.orders.handler-batch-size";
    private static final String WAIT = "mp.messaging.incoming.orders.handler-batch-wait";

    private final LogLines log = new LogLines();
    private final AgroalDataSource pool =
            JTA.pool("jdbc:h2:mem:" + UUID.randomUUID(), "", "", TransactionIsolation.READ_COMMITTED);

    @AfterEach
    void close() {
        pool.close();
        log.close();
    }

    private record Handler(String name, String channel, boolean takesBatches) implements MessageHandler {

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            return () -> null;
        }
    }

    private List<String> warnings(Map<String, String> properties, Handler... handlers) {
        Map<String, String> configuration = new HashMap<>(properties);
        configuration.put("onceward.schema", "create");
        new Nodes(JTA, new MemoryPublisher())
                .open(configuration, Runnable::run, pool, List.of(handlers))
                .stop(Duration.ofSeconds(5));
        return log.all().stream().filter(line -> line.contains("OWD-1211")).toList();
    }

    @Test
    void propertiesWithoutEffectAreReported() {
        assertThat(warnings(Map.of(SIZE, "5", WAIT, "PT1S"), new Handler("billing", "orders", false)))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).contains(SIZE + " has no effect", "channel 'orders'"),
                        line -> assertThat(line).contains(WAIT + " has no effect"));
    }

    @Test
    void propertiesOfABatchHandlerBesideAnotherHandlerAreNotReported() {
        assertThat(warnings(
                        Map.of(SIZE, "5", WAIT, "PT1S"),
                        new Handler("billing", "orders", false),
                        new Handler("batches", "orders", true)))
                .isEmpty();
    }

    @Test
    void channelWithoutThesePropertiesIsNotReported() {
        assertThat(warnings(Map.of(), new Handler("billing", "orders", false))).isEmpty();
    }
}
