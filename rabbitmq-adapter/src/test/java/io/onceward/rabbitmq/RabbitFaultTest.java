// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.onceward.contract.HeardResults;
import io.onceward.fixture.Await;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rare faults of the client library, which are injected into connections to a broker. */
@Timeout(120)
class RabbitFaultTest {

    private static final long LIMIT_MILLIS = 120_000;

    private static TestRabbit rabbit;

    private final Watchdog watchdog = new Watchdog();

    @BeforeAll
    static void startBroker() throws Exception {
        rabbit = TestRabbit.shared();
    }

    @AfterEach
    void close() {
        watchdog.close();
    }

    private BatchChannel batches(FaultyConnection connection) {
        return new BatchChannel(connection.open(), watchdog, LIMIT_MILLIS);
    }

    private static List<RabbitMessage> message(String queue, String id) throws Exception {
        return List.of(RabbitMessage.of(TestEvents.event("queue:" + queue, id, "k")));
    }

    private static void send(BatchChannel channel, List<RabbitMessage> messages) throws Exception {
        HeardResults results = new HeardResults();
        channel.send(messages, results);
        results.requireConfirmed(messages.stream().map(RabbitMessage::event).toList());
    }

    @Test
    void channelWithoutConfirmationsIsClosed() throws Exception {
        IOException failure = new IOException("no confirmations");
        try (FaultyConnection connection = new FaultyConnection(rabbit, "confirmSelect", usual -> {
            throw failure;
        })) {
            BatchChannel batches = batches(connection);
            assertThatThrownBy(() -> send(batches, message(rabbit.queue(), "e")))
                    .isSameAs(failure);
            assertThat(connection.channels()).hasSize(1);
            Await.until("the end of the channel", () -> connection.channels().stream()
                    .noneMatch(Channel::isOpen));
            assertThat(batches.isOpen()).isFalse();
        }
    }

    /** As while it blocks a connection: it reads nothing, but accepts other connections. */
    @Test
    void brokerThatOpensNoChannelIsAnOutage() throws Exception {
        try (FaultyConnection connection = new FaultyConnection(rabbit, "none", usual -> null)) {
            BatchChannel batches = batches(connection);
            rabbit.broker().suspend();
            try {
                assertThatThrownBy(() -> send(batches, message("any", "e"))).hasMessageStartingWith("OWD-0262");
            } finally {
                rabbit.broker().resume();
            }
            assertThat(batches.isOpen()).isFalse();
        }
    }

    /** The client may report a negative confirmation only to the next wait for confirmations. */
    @Test
    void negativeConfirmationThatTheClientReportsLateCounts() throws Exception {
        String queue =
                rabbit.queue("full-" + UUID.randomUUID(), Map.of("x-max-length", 1, "x-overflow", "reject-publish"));
        try (FaultyConnection connection = new FaultyConnection(rabbit, "waitForConfirms", usual -> {
            usual.call();
            return true;
        })) {
            BatchChannel batches = batches(connection);
            send(batches, message(queue, "first"));
            assertThatThrownBy(() -> send(batches, message(queue, "refused"))).hasMessageStartingWith("OWD-0260");
            assertThat(rabbit.drainFirstIds(queue)).containsExactly("first");
            send(batches, message(queue, "later"));
            assertThat(rabbit.drainFirstIds(queue)).containsExactly("later");
        }
    }

    @Test
    void lateReportDoesNotCountForTheNextBatch() throws Exception {
        String queue = rabbit.queue();
        try (FaultyConnection connection = new FaultyConnection(rabbit, "waitForConfirms", usual -> {
            usual.call();
            return false;
        })) {
            send(batches(connection), message(queue, "e"));
        }
        assertThat(rabbit.drainFirstIds(queue)).containsExactly("e");
    }

    /** Else the receiver would stay locked. */
    @Test
    void consumerEndsThoughItsChannelFailsToClose() throws Exception {
        try (FaultyConnection connection = new FaultyConnection(rabbit, "close", usual -> {
            throw new ShutdownSignalException(true, false, new AMQP.Connection.Close.Builder().build(), null);
        })) {
            Arrivals arrivals = new Arrivals(connection.channel(), "any", 1);
            assertThatCode(arrivals::close).doesNotThrowAnyException();
        }
    }
}
