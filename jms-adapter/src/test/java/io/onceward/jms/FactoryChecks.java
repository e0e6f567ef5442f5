// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OncewardException;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.jms.EnlistingFactory.Kind;
import io.onceward.spi.Transactions;
import jakarta.jms.ConnectionFactory;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A broker, and what tests of the self-check of connection factories have in common. */
abstract class FactoryChecks {

    static final String NAME = "jms/cf";

    @TempDir
    private static Path folder;

    static ArtemisBroker broker;

    final EnlistingFactory server = new EnlistingFactory();

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new ArtemisBroker(folder).start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @AfterEach
    void leavesNothingOpen() throws Exception {
        JndiNames.unbindAll();
        Await.until("no connection", () -> broker.connections() == 0);
    }

    final JmsPublisher publisher(ConnectionFactory factory, Optional<JmsUri> probeQueue) {
        JndiNames.bind(NAME, factory);
        return new JmsPublisher(server, probeQueue);
    }

    final JmsPublisher publisher(Kind kind) {
        return publisher(server.of(kind, broker.connectionFactory()), Optional.empty());
    }

    final JmsSource source(Kind kind) {
        JndiNames.bind(NAME, server.of(kind, broker.connectionFactory()));
        return new JmsSource(server, Optional.empty());
    }

    static String origin() {
        return new JmsUri(JmsUri.Variant.QUEUE, "orders", NAME).toString();
    }

    static LocalJmsPublisher localPublisher(ConnectionFactory factory) {
        return new LocalJmsPublisher(new GivenFactories(Map.of(NAME, factory)), new Direct(), Optional.empty());
    }

    static LocalJmsSource localSource(ConnectionFactory factory) {
        return new LocalJmsSource(new GivenFactories(Map.of(NAME, factory)), new Direct(), Optional.empty());
    }

    static String uri(String queue) {
        return new JmsUri(JmsUri.Variant.QUEUE, queue, NAME).toString();
    }

    static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable use, String finding) {
        assertThatThrownBy(use)
                .isInstanceOf(OncewardException.class)
                .hasMessageStartingWith("OWD-0210")
                .hasMessageContaining("'" + NAME + "'")
                .hasMessageContaining(finding)
                .hasMessageContaining("could be lost");
    }

    static void assertUndecided(org.assertj.core.api.ThrowableAssert.ThrowingCallable check, String reason) {
        assertThatThrownBy(check).isInstanceOf(UndecidedException.class).hasMessageContaining(reason);
    }

    /** Runs work without a transaction. */
    static final class Direct implements Transactions {

        @Override
        public <T> T inNew(Callable<T> work) {
            throw new AssertionError("a plain JVM uses the transaction of the session");
        }

        @Override
        public <T> T suspended(Callable<T> work) throws Exception {
            return work.call();
        }
    }
}
