// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.benchmarks.environment.Database;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.sql.Connection;
import java.sql.SQLException;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionTemplate;

/** Apache Camel's idempotent repository in a database, asked as its idempotent consumer does, in Spring's transaction. */
final class CamelInbox implements InboxOfConsumer {

    private final Database database;
    private final AgroalDataSource pool;
    private final TransactionTemplate transactions;
    private final JdbcMessageIdRepository repository;

    CamelInbox(Stage stage) throws SQLException {
        database = stage.database();
        pool = Pools.plain(database, true);
        transactions = new TransactionTemplate(new DataSourceTransactionManager(pool));
        repository = new JdbcMessageIdRepository(pool, transactions, "benchmark");
        repository.start(); // creates its table
    }

    @Override
    public String about() {
        return "Camel's JdbcMessageIdRepository, Spring transactions (Agroal)";
    }

    @Override
    public void handle(Message message) throws JMSException {
        String id = message.getStringProperty("onceward_id");
        transactions.executeWithoutResult(status -> {
            if (repository.add(id)) {
                business(message);
                repository.confirm(id);
            }
        });
    }

    private void business(Message message) {
        Connection connection = DataSourceUtils.getConnection(pool);
        try {
            InboxOfConsumer.business(connection, message);
        } catch (JMSException | SQLException e) {
            throw new IllegalStateException(e);
        } finally {
            DataSourceUtils.releaseConnection(connection, pool);
        }
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business", "TRUNCATE camel_messageprocessed");
    }

    @Override
    public boolean removesDuplicates() {
        return true;
    }

    @Override
    public void close() {
        repository.stop();
        pool.close();
    }
}
