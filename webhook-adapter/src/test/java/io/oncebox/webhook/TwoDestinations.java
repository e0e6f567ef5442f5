// SPDX-License-Identifier: Apache-2.0
package io.oncebox.webhook;

import io.oncebox.api.OutboxMetadata;
import io.oncebox.fixture.MemoryDatabase;
import io.oncebox.standalone.Oncebox;
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
    private final Oncebox oncebox;

    TwoDestinations(MemoryDatabase database, int brokerPort, int webhookPort, Map<String, String> more) {
        this.database = database;
        Map<String, String> configuration = new HashMap<>(Map.of(
                "oncebox.schema", "create",
                "oncebox.node", "one",
                "oncebox.relay.polling-interval", "PT0.05S",
                "oncebox.relay.retry-delay", "PT0.05S",
                "oncebox.relay.retry-max-delay", "PT0.1S",
                "mp.messaging.outgoing.orders.destinations",
                        "jms:queue:orders,erp=webhook:http://127.0.0.1:" + webhookPort + "/orders"));
        configuration.putAll(more);
        oncebox = Oncebox.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(database.pool())
                .connectionFactory(new ActiveMQConnectionFactory("tcp://127.0.0.1:" + brokerPort + "?retryInterval=50"))
                .configuration(Webhooks.local(configuration))
                .start();
    }

    Oncebox oncebox() {
        return oncebox;
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
        oncebox.outbox()
                .record(
                        "orders",
                        "order " + id,
                        OutboxMetadata.none().withId(id).withKey(key));
    }

    @Override
    public void close() {
        oncebox.close();
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
