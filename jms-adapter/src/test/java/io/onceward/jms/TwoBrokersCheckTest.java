// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.OnlyWithAllServers;
import io.onceward.jms.EnlistingFactory.Kind;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The self-check of connection factories whose connections lead to two brokers. */
@OnlyWithAllServers
class TwoBrokersCheckTest extends FactoryChecks {

    @Test
    void temporaryQueueOfAnotherBrokerDecidesNothing(@TempDir Path folderOfOther) throws Exception {
        try (ArtemisBroker other = new ArtemisBroker(folderOfOther).start()) {
            // the connection of the queue alone leads to this broker
            ConnectionFactory first = ofTurns(List.of(broker.connectionFactory()), other.connectionFactory());
            assertUndecided(
                    () -> publisher(server.of(Kind.ENLISTED, first), Optional.empty())
                            .check(NAME, server),
                    "OWD-0211");
            JndiNames.bind(
                    NAME,
                    server.of(Kind.ENLISTED, ofTurns(List.of(broker.connectionFactory()), other.connectionFactory())));
            assertUndecided(() -> new JmsSource(server, Optional.empty()).check(NAME, server), "OWD-0211");
            Await.until("no connection", () -> other.connections() == 0);
        }
    }

    /** A sound factory of two brokers, which do not forward messages: only every second connection leads to that of the queue. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void factoryThatAlternatesBetweenTwoBrokersIsNotRefused(int firstOfHere, @TempDir Path folderOfOther)
            throws Exception {
        try (ArtemisBroker other = new ArtemisBroker(folderOfOther).start()) {
            ConnectionFactory here = broker.connectionFactory();
            ConnectionFactory there = other.connectionFactory();
            String sending = "jms/sending";
            String receiving = "jms/receiving";
            JndiNames.bind(sending, server.of(Kind.ENLISTED, alternating(firstOfHere, here, there)));
            JndiNames.bind(receiving, server.of(Kind.ENLISTED, alternating(firstOfHere, here, there)));
            CompletableFuture.allOf(
                            notRefused(() -> new JmsPublisher(server, Optional.empty()).check(sending, server)),
                            notRefused(() -> new JmsSource(server, Optional.empty()).check(receiving, server)),
                            notRefused(() -> localPublisher(alternating(firstOfHere, here, there))
                                    .check(NAME, new Direct())),
                            notRefused(() -> localSource(alternating(firstOfHere, here, there))
                                    .check(NAME, new Direct())))
                    .join();
            Await.until("no connection", () -> other.connections() == 0);
        }
    }

    /** The pool of WildFly keeps the connections of JTA transactions apart: they may all lead to the broker of the queue. */
    @Test
    void factoryThatAlternatesOnlyOutsideOfTransactionsIsNotRefused(@TempDir Path folderOfOther) throws Exception {
        try (ArtemisBroker other = new ArtemisBroker(folderOfOther).start()) {
            ConnectionFactory outside = alternating(1, broker.connectionFactory(), other.connectionFactory());
            ConnectionFactory factory =
                    ChangedFactory.choosing(() -> server.hasTransaction() ? broker.connectionFactory() : outside);
            assertUndecided(
                    () -> publisher(server.of(Kind.ENLISTED, factory), Optional.empty())
                            .check(NAME, server),
                    "and another one did");
            Await.until("no connection", () -> other.connections() == 0);
        }
    }

    private static ConnectionFactory alternating(int firstOfHere, ConnectionFactory here, ConnectionFactory there) {
        AtomicInteger taken = new AtomicInteger();
        return ChangedFactory.choosing(() -> {
            int turn = taken.getAndIncrement() - firstOfHere;
            return turn >= 0 && turn % 2 == 0 ? there : here;
        });
    }

    /** On a thread of its own, because a check mostly waits. */
    private static CompletableFuture<Void> notRefused(ThrowingCallable check) {
        return CompletableFuture.runAsync(
                () -> {
                    Throwable failure = catchThrowable(check);
                    if (failure != null) {
                        assertThat(failure)
                                .isInstanceOf(UndecidedException.class)
                                .hasMessageStartingWith("OWD-0211");
                    }
                },
                task -> new Thread(task).start());
    }

    /** The second probe is lost, the control message is not: a finding, but only once. */
    @Test
    void findingThatTheSecondRunDoesNotHaveDecidesNothing(@TempDir Path folderOfOther) throws Exception {
        try (ArtemisBroker other = new ArtemisBroker(folderOfOther).start()) {
            ConnectionFactory here = broker.connectionFactory();
            ConnectionFactory there = other.connectionFactory();
            assertUndecided(
                    () -> publisher(
                                    server.of(Kind.ENLISTED, ofTurns(List.of(here, here, there), here)),
                                    Optional.empty())
                            .check(NAME, server),
                    "it ignores the transaction");
            JndiNames.bind(NAME, server.of(Kind.ENLISTED, ofTurns(List.of(here, here, there), here)));
            assertUndecided(
                    () -> new JmsSource(server, Optional.empty()).check(NAME, server), "it ignores the transaction");
            Await.until("no connection", () -> other.connections() == 0);
        }
    }

    /** A slow broker, behind a pool with too few connections for control messages. */
    @Test
    void probeThatArrivesWhileThePoolIsExhaustedIsNotMissing(@TempDir Path folderOfOther) throws Exception {
        try (ArtemisBroker other = new ArtemisBroker(folderOfOther).start()) {
            ConnectionFactory here = broker.connectionFactory();
            AtomicReference<Callable<?>> arrival = new AtomicReference<>();
            ConnectionFactory late = ChangedFactory.telling(other.connectionFactory(), (queue, probe) -> {
                String check = probe.getJMSCorrelationID();
                arrival.set(() -> arrive(queue, check));
            });
            ConnectionFactory exhausted = ChangedFactory.refusing(here, "createConnection", "The pool is exhausted");
            Deque<ConnectionFactory> turns = new ArrayDeque<>(List.of(here, here, late, exhausted));
            ConnectionFactory pool = ChangedFactory.choosing(() -> {
                ConnectionFactory turn = turns.isEmpty() ? here : turns.poll();
                if (turn == exhausted) {
                    assertThatCode(() -> arrival.get().call()).doesNotThrowAnyException();
                }
                return turn;
            });
            assertThatCode(() -> publisher(server.of(Kind.ENLISTED, pool), Optional.empty())
                            .check(NAME, server))
                    .doesNotThrowAnyException();
            assertThat(turns).isEmpty();
            Await.until("no connection", () -> other.connections() == 0);
        }
    }

    private static Object arrive(Queue queue, String check) throws JMSException {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession()) {
            ControlMessages.send(session, queue, Probe.Stage.COMMITTED, check);
            return null;
        }
    }

    /** Returns a factory whose first connections are those of the given factories, and all others those of the last one. */
    private static ConnectionFactory ofTurns(List<ConnectionFactory> first, ConnectionFactory others) {
        Deque<ConnectionFactory> turns = new ArrayDeque<>(first);
        return ChangedFactory.choosing(() -> turns.isEmpty() ? others : turns.poll());
    }
}
