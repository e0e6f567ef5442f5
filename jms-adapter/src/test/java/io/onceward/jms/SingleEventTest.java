// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.BrokerQueue;
import io.onceward.queue.RecordedEvent;
import io.onceward.spi.Transactions;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.ra.ActiveMQRAManagedConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A single event counts as published only after the broker's commit, whatever the connection factory is set to. */
class SingleEventTest {

    private static final String FACTORY = "?jndiConnectionFactoryName=jms/cf";

    /** A queue that exists and may not be written. */
    private static final String SEALED = "sealed";

    @TempDir
    private static Path folder;

    private static ArtemisBroker broker;

    private final PooledFactory pool = new PooledFactory();
    private final List<String> calls = new ArrayList<>();
    private final String queue = "q-" + UUID.randomUUID();
    private final BrokerQueue messages = new BrokerQueue(broker.connectionFactory(), queue);
    private ConnectionFactory factory;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new ArtemisBroker(folder).configure(SingleEventTest::seal).start();
    }

    private static void seal(Configuration configuration) {
        Role all = new Role("users", true, true, true, true, true, true, true, true, true, true);
        Role nothing = new Role("nobody", true, true, true, true, true, true, true, true, true, true);
        configuration
                .setSecurityEnabled(true)
                .putSecurityRoles("#", Set.of(all))
                .putSecurityRoles(SEALED, Set.of(nothing))
                .addQueueConfiguration(QueueConfiguration.of(SEALED).setRoutingType(RoutingType.ANYCAST));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @AfterEach
    void closePool() throws Exception {
        JndiNames.unbindAll();
        pool.close();
    }

    @ParameterizedTest
    @CsvSource({"false, true, true", "false, true, false", "true, true, true", "true, false, false"})
    void eventIsInTheQueueWhenTheCallReturns(boolean inJta, boolean local, boolean blocking) throws Exception {
        TransactedBatch.Link link = link(inJta, local, blocking);
        link.publishAlone(event("one", queue));
        link.publishAlone(event("two", queue));
        assertThat(messages.size()).isEqualTo(2);
        assertThat(calls).containsOnly("suspended");
        assertThat(pool.opened()).as("connections that the pool has opened").isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"false, true, true", "false, true, false", "true, true, true", "true, false, false"})
    void refusalReachesTheCallerWithItsReason(boolean inJta, boolean local, boolean blocking) throws Exception {
        TransactedBatch.Link link = link(inJta, local, blocking);
        assertThatThrownBy(() -> link.publishAlone(event("refused", SEALED)))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining(SEALED);
        link.publishAlone(event("next", queue));
        assertThat(messages.size()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void duplicateThatTheBrokerHasCountsAsPublished(boolean blocking) throws Exception {
        TransactedBatch.Link link = link(false, true, blocking);
        link.publishAlone(detected("same"));
        link.publishAlone(detected("same"));
        link.publishAlone(detected("other"));
        assertThat(messages.size()).isEqualTo(2);
    }

    /** Artemis compares the ids of all messages of an address. */
    @Test
    void eventsOfTwoChannelsWithTheSameIdAreNoDuplicates() throws Exception {
        TransactedBatch.Link link = link(false, true, true);
        link.publishAlone(detected("orders", "42"));
        link.publishAlone(detected("returns", "42"));
        link.publishAlone(detected("returns", "42"));
        link.publishAlone(detected("a b", "c"));
        link.publishAlone(detected("a", "b c"));
        assertThat(messages.size()).isEqualTo(4);
    }

    /** The commit fails in the client: the message stays in the transaction of the session, which goes back to the pool. */
    @Test
    void failedEventIsNotCommittedByTheNextUserOfTheSession() throws Exception {
        TransactedBatch.Link link = link(false, true, true);
        JndiNames.bind("jms/cf", failingAtCommit(factory));
        TransactedBatch.Link failing = new JmsPublisher(new Counted(), Optional.empty()).link("jms/cf");
        assertThatThrownBy(() -> failing.publishAlone(event("failed", queue))).hasMessage("on purpose");
        commit(factory);
        JndiNames.bind("jms/cf", factory);
        link.publishAlone(event("next", queue));
        assertThat(messages.size()).isEqualTo(1);
        assertThat(pool.opened()).as("the session is the same").isEqualTo(1);
    }

    @Test
    void messageOfAPreviousUserIsNotCommitted() throws Exception {
        TransactedBatch.Link link = link(false, true, true);
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(session.createQueue(queue))) {
            producer.send(session.createTextMessage("not committed"));
        }
        link.publishAlone(event("one", queue));
        assertThat(messages.size()).isEqualTo(1);
        assertThat(pool.opened()).as("the session is the same").isEqualTo(1);
    }

    @Test
    void factoryWithoutLocalTransactionsPublishesInAJtaTransactionAsABatchDoes() throws Exception {
        link(false, false, true).publishAlone(event("one", queue));
        assertThat(calls).containsExactly("suspended", "inNew");
        assertThat(messages.size()).isEqualTo(1);
    }

    @Test
    void plainJvmWaitsForTheCommitToo() throws Exception {
        ConnectionFactory plain = broker.connectionFactory(broker.port(), "blockOnDurableSend=false");
        try (LocalJmsPublisher publisher =
                new LocalJmsPublisher(new GivenFactories(Map.of("jms/cf", plain)), new Counted(), Optional.empty())) {
            TransactedBatch.Link link = publisher.link("jms/cf");
            assertThatThrownBy(() -> link.publishAlone(event("refused", SEALED)))
                    .isInstanceOf(JMSException.class)
                    .hasMessageContaining(SEALED);
            link.publishAlone(detected("same"));
            link.publishAlone(detected("same"));
            assertThat(messages.size()).isEqualTo(1);
        }
    }

    private TransactedBatch.Link link(boolean inJta, boolean local, boolean blocking) throws Exception {
        factory = pool.create(broker, settings(inJta, local, blocking));
        JndiNames.bind("jms/cf", factory);
        return new JmsPublisher(new Counted(), Optional.empty()).link("jms/cf");
    }

    private static Consumer<ActiveMQRAManagedConnectionFactory> settings(
            boolean inJta, boolean local, boolean blocking) {
        return settings -> {
            settings.setInJtaTransaction(inJta);
            settings.setAllowLocalTransactions(local);
            settings.setBlockOnDurableSend(blocking);
        };
    }

    private static RecordedEvent event(String id, String queue) {
        return new RecordedEvent(
                id,
                "orders",
                null,
                null,
                "x".getBytes(StandardCharsets.UTF_8),
                "text/plain",
                Map.of(),
                "jms:queue:" + queue + FACTORY,
                0,
                null);
    }

    private RecordedEvent detected(String id) {
        return detected("orders", id);
    }

    private RecordedEvent detected(String channel, String id) {
        RecordedEvent event = event(id, queue);
        return new RecordedEvent(
                event.id(),
                channel,
                event.key(),
                event.type(),
                event.payload(),
                event.contentType(),
                event.headers(),
                event.destination() + "&duplicateDetection=true",
                0,
                null);
    }

    private static void commit(ConnectionFactory factory) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            session.commit();
        }
    }

    /** Returns the factory with sessions whose commit fails before it reaches the broker. */
    private static ConnectionFactory failingAtCommit(ConnectionFactory factory) {
        return wrapped(ConnectionFactory.class, factory);
    }

    @SuppressWarnings("unchecked")
    private static <T> T wrapped(Class<T> type, Object target) {
        return (T) Proxy.newProxyInstance(
                SingleEventTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, values) -> {
                    if (method.getName().equals("commit")) {
                        throw new JMSException("on purpose");
                    }
                    try {
                        Object result = method.invoke(target, values);
                        return switch (method.getName()) {
                            case "createConnection" -> wrapped(Connection.class, result);
                            case "createSession" -> wrapped(Session.class, result);
                            default -> result;
                        };
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Runs work without JTA and notes the calls. */
    private final class Counted implements Transactions {

        @Override
        public <T> T inNew(Callable<T> work) throws Exception {
            calls.add("inNew");
            return work.call();
        }

        @Override
        public <T> T suspended(Callable<T> work) throws Exception {
            calls.add("suspended");
            return work.call();
        }
    }
}
