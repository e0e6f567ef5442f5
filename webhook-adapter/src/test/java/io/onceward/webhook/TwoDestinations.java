// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.standalone.Onceward;
import java.util.HashMap;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * An application in a plain JVM whose channel has a queue of Artemis and a webhook as destinations. For each event it also
 * inserts the event's id into a table. All events have one key, unless the test names another.
 */
final class TwoDestinations implements AutoCloseable {

    static final String QUEUE = "orders.jms";
    static final String WEBHOOK = "orders.erp";

    private final MemoryDatabase database;
    private final Onceward onceward;

    TwoDestinations(MemoryDatabase database, int brokerPort, int webhookPort, Map<String, String> more) {
        this.database = database;
        Map<String, String> configuration = new HashMap<>(Map.of(
                "onceward.schema", "create",
                "onceward.node", "one",
                "onceward.relay.polling-interval", "PT0.05S",
                "onceward.relay.retry-delay", "PT0.05S",
                "onceward.relay.retry-max-delay", "PT0.1S",
                "mp.messaging.outgoing.orders.destinations",
                        "jms:queue:orders,erp=webhook:http://127.0.0.1:" + webhookPort + "/orders"));
        configuration.putAll(more);
        onceward = Onceward.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(database.pool())
                .connectionFactory(new ActiveMQConnectionFactory("tcp://127.0.0.1:" + brokerPort + "?retryInterval=50"))
                .configuration(Webhooks.local(configuration))
                .start();
    }

    Onceward onceward() {
        return onceward;
    }

    void record(String id) throws Exception {
        record(id, "one");
    }

    void record(String id, String key) throws Exception {
        MemoryDatabase.inTransaction(() -> {
            recordWithinTransaction(id, key);
            return null;
        });
    }

    void recordWithinTransaction(String id, String key) {
        database.sql("INSERT INTO business VALUES ('" + id + "')");
        onceward.outbox()
                .record(
                        "orders",
                        "order " + id,
                        OutboxMetadata.none().withId(id).withKey(key));
    }

    @Override
    public void close() {
        onceward.close();
    }

    /** Records events until the process is killed: the arguments are the URL of the database and both ports. */
    public static void main(String[] args) throws Exception {
        MemoryDatabase shared = new MemoryDatabase(args[0]);
        TwoDestinations application =
                new TwoDestinations(shared, Integer.parseInt(args[1]), Integer.parseInt(args[2]), Map.of());
        for (int i = 0; i < Integer.MAX_VALUE; i++) {
            application.record("event-" + i);
        }
    }
}
