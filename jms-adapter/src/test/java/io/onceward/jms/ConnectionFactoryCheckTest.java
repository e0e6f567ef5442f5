// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.BrokerQueue;
import io.onceward.jms.EnlistingFactory.Kind;
import io.onceward.log.Coded;
import io.onceward.spi.Transactions;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The self-check of connection factories, against a real broker. */
class ConnectionFactoryCheckTest extends FactoryChecks {

    // ---- a server

    @Test
    void enlistedFactoryIsAccepted() {
        assertThatCode(() -> publisher(Kind.ENLISTED).check(NAME, server)).doesNotThrowAnyException();
        assertThatCode(() -> source(Kind.ENLISTED).check(NAME, server)).doesNotThrowAnyException();
    }

    @Test
    void enlistedFactoryWithoutLocalTransactionsIsAccepted() {
        ConnectionFactory factory =
                ChangedFactory.refusingTheTransactedMode(server.of(Kind.ENLISTED, broker.connectionFactory()));
        assertThatCode(() -> publisher(factory, Optional.empty()).check(NAME, server))
                .doesNotThrowAnyException();
        assertThatCode(() -> new JmsSource(server, Optional.empty()).check(NAME, server))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO_ACKNOWLEDGE, it is not enlisted in the transaction",
        "NO_TRANSACTED_SESSION, it is not enlisted in the transaction",
        "RAW, it is not enlisted in the transaction",
        "NEVER_COMMITTED, a message that was sent outside of a JTA transaction was missing in the queue",
        "COMMIT_IGNORED, it ignores the transaction"
    })
    void factoryThatWouldLoseEventsIsRefused(Kind kind, String finding) {
        assertRefused(() -> publisher(kind).check(NAME, server), finding);
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO_ACKNOWLEDGE, it is in auto-acknowledge mode",
        "NO_TRANSACTED_SESSION, it is in auto-acknowledge mode",
        "RAW, it ignores the transaction",
        "COMMIT_IGNORED, it ignores the transaction"
    })
    void factoryThatWouldLoseReceivedMessagesIsRefused(Kind kind, String finding) {
        assertRefused(() -> source(kind).check(NAME, server), finding);
    }

    @Test
    void probesGoToTheConfiguredQueueAndAreGoneAfterwards() throws Exception {
        BrokerQueue queue = new BrokerQueue(broker.connectionFactory(), "probes");
        queue.send(session -> session.createTextMessage("of another node"));
        Optional<JmsUri> probes = Optional.of(new JmsUri(JmsUri.Variant.QUEUE, "probes", NAME));
        ConnectionFactory factory = server.of(Kind.ENLISTED, withoutTemporaryQueues(broker.connectionFactory()));
        publisher(factory, probes).check(NAME, server);
        new JmsSource(server, probes).check(NAME, server);
        assertThat(queue.size()).isEqualTo(1);
    }

    @Test
    void factoryWithoutTemporaryQueuesNeedsAConfiguredQueue() {
        ConnectionFactory factory = server.of(Kind.ENLISTED, withoutTemporaryQueues(broker.connectionFactory()));
        assertThatThrownBy(() -> publisher(factory, Optional.empty()).check(NAME, server))
                .isInstanceOf(UndecidedException.class)
                .hasMessageStartingWith("OWD-0211")
                .hasMessageContaining("'" + NAME + "'")
                .hasMessageContaining("User may not create a queue")
                .hasMessageContaining("onceward.probe-queue");
    }

    @Test
    void probeThatTheServerRollsBackDecidesNothing() {
        JndiNames.bind(NAME, server.of(Kind.ENLISTED, broker.connectionFactory()));
        assertThatThrownBy(() ->
                        new JmsPublisher(new TimedOut(server), Optional.empty()).check(NAME, new TimedOut(server)))
                .isInstanceOf(UndecidedException.class)
                .hasMessageContaining("OWD-0054");
        assertThatThrownBy(
                        () -> new JmsSource(new TimedOut(server), Optional.empty()).check(NAME, new TimedOut(server)))
                .isInstanceOf(UndecidedException.class)
                .hasMessageContaining("OWD-0054");
    }

    // ---- a plain JVM

    @Test
    void factoryOfTheClientIsAcceptedInAPlainJvm() {
        assertThatCode(() -> localPublisher(broker.connectionFactory()).check(NAME, new Direct()))
                .doesNotThrowAnyException();
        assertThatCode(() -> localSource(broker.connectionFactory()).check(NAME, new Direct()))
                .doesNotThrowAnyException();
    }

    /** The resource adapter of Artemis gives the factory with its settings. */
    public record Adapter(ConnectionFactory getDefaultFactory) {}

    @Test
    void factoryThatAcknowledgesBeforeReceivingIsRefused() throws Exception {
        ConnectionFactory forgets = broker.connectionFactory(broker.port(), "preAcknowledge=true");
        BrokerQueue queue = new BrokerQueue(broker.connectionFactory(), "orders");
        queue.send(session -> session.createTextMessage("lost"));
        LocalJmsSource source = localSource(forgets);
        assertThatThrownBy(() -> source.receive(origin(), 1, Duration.ofSeconds(20), messages -> {
                    throw new IllegalStateException("the database is down");
                }))
                .hasMessage("the database is down");
        source.close();
        assertThat(queue.size()).as("messages after the rollback").isZero();

        assertRefused(() -> source.verify(null, origin()), "it has preAcknowledge=true");
        JndiNames.bind(NAME, forgets);
        assertRefused(
                () -> new JmsSource(server, Optional.empty()).verify(null, origin()), "it has preAcknowledge=true");
        assertRefused(() -> ReceivingCheck.requireRedelivery(NAME, new Adapter(forgets)), "it has preAcknowledge=true");
        assertThatCode(() -> ReceivingCheck.requireRedelivery(NAME, new Adapter(broker.connectionFactory())))
                .doesNotThrowAnyException();
    }

    /** Two senders then send events of one key in two groups, which the broker gives to two consumers. */
    @ParameterizedTest
    @ValueSource(strings = {"autoGroup=true", "groupID=all"})
    void factoryThatReplacesTheGroupsOfKeysIsRefused(String setting) throws Exception {
        ConnectionFactory grouping = broker.connectionFactory(broker.port(), setting);
        BrokerQueue queue = new BrokerQueue(grouping, "grouped" + setting.length());
        queue.send(session -> {
            Message message = session.createMessage();
            message.setStringProperty("JMSXGroupID", "key");
            return message;
        });
        assertThat(queue.receive().getStringProperty("JMSXGroupID")).isNotEqualTo("key");

        assertRefused(() -> localPublisher(grouping).check(NAME, new Direct()), "autoGroup");
        JndiNames.bind(NAME, grouping);
        assertRefused(() -> new JmsPublisher(server, Optional.empty()).check(NAME, server), "autoGroup");
        assertRefused(() -> PublishingCheck.requireGroups(NAME, new Adapter(grouping)), "autoGroup");
        assertThatCode(() -> PublishingCheck.requireGroups(NAME, new Adapter(broker.connectionFactory())))
                .doesNotThrowAnyException();
    }

    @Test
    void sessionThatIsNotTransactedIsRefusedInAPlainJvm() {
        ConnectionFactory wrong = server.of(Kind.AUTO_ACKNOWLEDGE, broker.connectionFactory());
        assertRefused(() -> localPublisher(wrong).check(NAME, new Direct()), "its session is not transacted");
        assertRefused(() -> localSource(wrong).check(NAME, new Direct()), "its session is not transacted");
        assertRefused(
                () -> localSource(wrong).receive(origin(), 1, Duration.ofMillis(10), messages -> {}),
                "its session is not transacted");
    }

    /** Neither does a control message arrive, so the missing probe proves nothing. */
    @Test
    void sessionWithoutCommitIsNotUsedInAPlainJvm() {
        ConnectionFactory wrong = server.of(Kind.NEVER_COMMITTED, broker.connectionFactory());
        assertUndecided(() -> localPublisher(wrong).check(NAME, new Direct()), "neither did all of 4 control messages");
        assertUndecided(() -> localSource(wrong).check(NAME, new Direct()), "neither did all of 4 control messages");
    }

    /** As RabbitMQ's client does at a selector, without a text. */
    @Test
    void clientThatLacksAMethodIsRefused() {
        ConnectionFactory lacking = ChangedFactory.throwing(
                broker.connectionFactory(),
                "createConsumer",
                new UnsupportedOperationException(),
                new AtomicInteger(Integer.MAX_VALUE));
        assertRefused(() -> localPublisher(lacking).check(NAME, new Direct()), "its client does not support a method");
        assertRefused(() -> localSource(lacking).check(NAME, new Direct()), "its client does not support a method");
        JndiNames.bind(NAME, server.of(Kind.ENLISTED, lacking));
        assertRefused(
                () -> new JmsSource(server, Optional.empty()).check(NAME, server),
                "its client does not support a method");
    }

    // ---- a sound factory whose probes do not arrive

    /** IBM MQ takes no persistent message for a temporary dynamic queue. */
    @Test
    void temporaryQueueThatTakesNoPersistentMessageNeedsAConfiguredQueue() throws Exception {
        ConnectionFactory factory = server.of(
                Kind.ENLISTED, ChangedFactory.refusingPersistentMessagesOnTemporaryQueues(broker.connectionFactory()));
        assertUndecided(() -> publisher(factory, Optional.empty()).check(NAME, server), "MQRC_PERSISTENT_NOT_ALLOWED");
        JmsSource source = new JmsSource(server, Optional.empty());
        assertUndecided(() -> source.check(NAME, server), "MQRC_PERSISTENT_NOT_ALLOWED");

        Optional<JmsUri> probes = Optional.of(new JmsUri(JmsUri.Variant.QUEUE, "probes-of-mq", NAME));
        publisher(factory, probes).check(NAME, server);
        new JmsSource(server, probes).check(NAME, server);
        assertThat(new BrokerQueue(broker.connectionFactory(), "probes-of-mq").size())
                .isZero();
    }

    /** The check receives only as many of its messages as it needs. */
    @Test
    void nothingOfARefusedFactoryStaysInTheConfiguredQueue() throws Exception {
        Optional<JmsUri> probes = Optional.of(new JmsUri(JmsUri.Variant.QUEUE, "probes-left", NAME));
        ConnectionFactory factory = server.of(Kind.COMMIT_IGNORED, broker.connectionFactory());
        assertRefused(() -> publisher(factory, probes).check(NAME, server), "it ignores the transaction");
        assertRefused(() -> new JmsSource(server, probes).check(NAME, server), "it ignores the transaction");
        assertThat(new BrokerQueue(broker.connectionFactory(), "probes-left").size())
                .isZero();
    }

    /** Those of a node that has crashed. */
    @Test
    void messagesOfAnUnfinishedCheckExpire() throws Exception {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession()) {
            connection.start();
            Queue queue = session.createQueue("expiring");
            MessageConsumer consumer = session.createConsumer(queue);
            new ControlMessages(broker.connectionFactory(), queue, "check").send(1);
            JndiNames.bind(NAME, server.of(Kind.ENLISTED, broker.connectionFactory()));
            TransactedBatch.Link link = new JmsPublisher(server, Optional.empty()).link(NAME);
            link.publish(List.of(new Probe("check", Probe.Stage.COMMITTED, uri("expiring"))));
            link.publishAlone(new Probe("check", Probe.Stage.ALONE, uri("expiring")));
            for (int i = 0; i < 4; i++) {
                Message message = consumer.receive(60_000);
                assertThat(message.getJMSExpiration() - message.getJMSTimestamp())
                        .as(message.getJMSType())
                        .isEqualTo(60_000);
                assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
            }
        }
    }

    /** A pool whose connections were lost may refuse the first call alone. */
    @Test
    void recoveringPoolIsNotTakenForAutoAcknowledge() {
        AtomicInteger failures = new AtomicInteger(1);
        JndiNames.bind(
                NAME,
                ChangedFactory.failingToCreateTransactedSessions(
                        server.of(Kind.ENLISTED, broker.connectionFactory()), failures));
        assertThatCode(() -> new JmsSource(server, Optional.empty()).check(NAME, server))
                .doesNotThrowAnyException();
        assertThat(failures).hasValue(0);
    }

    /** Returns a factory of a user who may not create queues. */
    private static ConnectionFactory withoutTemporaryQueues(ConnectionFactory factory) {
        return ChangedFactory.refusing(factory, "createTemporaryQueue", "User may not create a queue");
    }

    /** Transactions that a server rolls back after their work. */
    private record TimedOut(Transactions transactions) implements Transactions {

        @Override
        public <T> T inNew(Callable<T> work) throws Exception {
            return transactions.inNew(() -> {
                work.call();
                throw Coded.error("0054", null, "rolled back");
            });
        }

        @Override
        public <T> T suspended(Callable<T> work) throws Exception {
            return transactions.suspended(work);
        }
    }
}
