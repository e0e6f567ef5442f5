// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.benchmarks.environment.Database;
import io.onceward.standalone.Onceward;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Onceward's inbox; or, in the same environment, none. */
final class OncewardInbox implements InboxOfConsumer {

    private static final String HANDLER = "benchmark";

    private final Database database;
    private final Jta jta;
    private final boolean once;
    private final AgroalDataSource pool;
    private final ActiveMQConnectionFactory broker;
    private final Onceward onceward;

    /** @param once whether duplicates are kept away */
    OncewardInbox(Stage stage, Jta jta, boolean once) throws SQLException {
        this.jta = jta;
        this.once = once;
        database = stage.database();
        pool = Pools.joining(database, jta);
        broker = stage.broker().connectionFactory();
        onceward = Onceward.builder()
                .transactionManager(jta.manager())
                .synchronizationRegistry(jta.registry())
                .dataSource(pool)
                .connectionFactory(broker)
                .configuration(stage.configuration())
                .configuration(Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"))
                .start();
    }

    @Override
    public String about() {
        return (once ? "Onceward's inbox" : "no inbox: duplicates do business again") + ", JTA (Narayana, Agroal)";
    }

    @Override
    public void handle(Message message) throws Exception {
        if (once) {
            onceward.once(HANDLER, message, () -> business(message));
        } else {
            jta.inTransaction(() -> business(message));
        }
    }

    private void business(Message message) throws JMSException, SQLException {
        try (Connection connection = pool.getConnection()) {
            InboxOfConsumer.business(connection, message);
        }
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business", "TRUNCATE onceward_inbox CASCADE");
    }

    @Override
    public boolean removesDuplicates() {
        return once;
    }

    @Override
    public void close() {
        onceward.close();
        broker.close();
        pool.close();
    }
}
