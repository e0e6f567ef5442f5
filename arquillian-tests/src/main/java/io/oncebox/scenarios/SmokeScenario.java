// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.scenarios.support.ServerResources;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Stateless;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The server's documented configuration does what the other scenarios stand on: messages, and both databases. */
@ExtendWith(ArquillianExtension.class)
public class SmokeScenario {

    static final BlockingQueue<String> RECEIVED = new LinkedBlockingQueue<>();

    @EJB
    Sender sender;

    @EJB
    Rows rows;

    @Deployment
    static WebArchive application() {
        return Deployments.withoutOncebox("smoke", Sender.class, Receiver.class, Rows.class);
    }

    @Test
    void aSentMessageReachesTheMessageDrivenBean() throws InterruptedException {
        sender.send("hello");

        assertThat(RECEIVED.poll(20, TimeUnit.SECONDS)).isEqualTo("hello");
    }

    @Test
    void aRolledBackMessageDoesNot() throws InterruptedException {
        try {
            sender.sendAndFail("never");
        } catch (RuntimeException expected) {
            assertThat(expected).hasStackTraceContaining("on purpose");
        }
        sender.send("after");

        assertThat(RECEIVED.poll(20, TimeUnit.SECONDS)).isEqualTo("after");
    }

    @Test
    void theDefaultDatasourceStoresARow() throws SQLException {
        assertThat(rows.inDefault()).isEqualTo(1);
    }

    @Test
    void postgresStoresARow() throws SQLException {
        assertThat(rows.inPostgres()).isEqualTo(1);
    }

    @Stateless
    public static class Sender {

        private ConnectionFactory factory;

        @PostConstruct
        void open() {
            factory = ServerResources.connectionFactory();
        }

        public void send(String text) {
            try (JMSContext context = factory.createContext()) {
                context.createProducer().send(context.createQueue("smoke"), text);
            }
        }

        public void sendAndFail(String text) {
            send(text);
            throw new IllegalStateException("on purpose");
        }
    }

    @MessageDriven(
            activationConfig = {
                @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/smoke"),
                @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
            })
    public static class Receiver implements MessageListener {

        @Override
        public void onMessage(Message message) {
            try {
                RECEIVED.add(message.getBody(String.class));
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Stateless
    public static class Rows {

        @Resource
        DataSource standard;

        private final DataSource postgres = ServerResources.dataSource("jdbc/postgresql");

        public int inDefault() throws SQLException {
            return insertAndCount(standard);
        }

        public int inPostgres() throws SQLException {
            return insertAndCount(postgres);
        }

        private static int insertAndCount(DataSource database) throws SQLException {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE IF NOT EXISTS smoke (id INTEGER PRIMARY KEY)");
                statement.execute("DELETE FROM smoke");
                statement.execute("INSERT INTO smoke VALUES (1)");
                try (ResultSet count = statement.executeQuery("SELECT count(*) FROM smoke")) {
                    count.next();
                    return count.getInt(1);
                }
            }
        }
    }
}
