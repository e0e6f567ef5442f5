// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Artemis with its default address settings: it deletes an automatically created queue and its address when they are empty and their
 * last consumer is closed, and the connection of the relay stays open meanwhile.
 */
class AutoDeletedQueueTest {

    private static final int EVENTS = 5;
    private static final int ROUNDS = 3;

    @TempDir
    private Path folder;

    private ArtemisBroker broker;
    private PlainApplication application;

    @BeforeEach
    void start() throws Exception {
        broker = new ArtemisBroker(folder)
                .configure(configuration -> configuration.setAddressQueueScanPeriod(50))
                .start();
        application = new PlainApplication(broker.connectionFactory(), Map.of());
    }

    @AfterEach
    void stop() {
        application.close();
        broker.close();
    }

    private void awaitDeletion() throws InterruptedException {
        Await.until("a deleted queue", () -> !broker.knows(PlainApplication.QUEUE));
    }

    @Test
    void eventsAfterTheDeletionOfTheirQueueArrive() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            application.record(EVENTS);
            Await.until("published events", () -> application.waiting() == 0);
            assertThat(PlainApplication.receive(broker, EVENTS).stream().distinct())
                    .as("events of round " + round)
                    .containsExactlyElementsOf(numbers(round * EVENTS));
            awaitDeletion();
        }
        application.assertNothingParked();
    }

    /** The broker forgets with the queue which consumer had the group of the key. */
    @Test
    void messagesOfAKeyGoToOneConsumerAfterTheDeletion() throws Exception {
        application.record(EVENTS);
        assertThat(PlainApplication.receive(broker, EVENTS)).hasSizeGreaterThanOrEqualTo(EVENTS);
        awaitDeletion();
        try (Connection connection = broker.connectionFactory().createConnection()) {
            connection.start();
            List<MessageConsumer> consumers = List.of(consumer(connection), consumer(connection));
            application.record(EVENTS);
            List<List<String>> received = List.of(new ArrayList<>(), new ArrayList<>());
            Await.until("all events", () -> {
                for (int i = 0; i < consumers.size(); i++) {
                    take(consumers.get(i), received.get(i));
                }
                return received.stream().flatMap(List::stream).distinct().count() == EVENTS;
            });
            assertThat(received).anySatisfy(none -> assertThat(none).isEmpty());
            assertThat(received)
                    .anySatisfy(all -> assertThat(all.stream().distinct()).containsExactlyElementsOf(numbers(EVENTS)));
        }
    }

    private static MessageConsumer consumer(Connection connection) throws JMSException {
        Session session = connection.createSession();
        return session.createConsumer(session.createQueue(PlainApplication.QUEUE));
    }

    private static void take(MessageConsumer consumer, List<String> numbers) {
        try {
            for (var message = consumer.receive(50); message != null; message = consumer.receive(50)) {
                String text = message.getBody(String.class);
                numbers.add(text.substring(0, text.indexOf(' ')));
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> numbers(int first) {
        return IntStream.range(first, first + EVENTS)
                .mapToObj(Integer::toString)
                .toList();
    }
}
