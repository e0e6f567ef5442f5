// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.spi.MessageSource;
import io.onceward.spi.Transactions;
import jakarta.jms.ConnectionFactory;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A receiver that was stuck elsewhere during the stop opens no connection afterwards. */
class JmsSourceStopTest {

    private static final String ORIGIN = new JmsUri(JmsUri.Variant.QUEUE, "orders", "jms/cf").toString();
    private static final Duration PATIENCE = Duration.ofMillis(10);

    @TempDir
    private static Path folder;

    private static ArtemisBroker broker;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch connecting = new CountDownLatch(1);
    private final CountDownLatch connects = new CountDownLatch(1);
    private final Transactions transactions = new NoTransactions();

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new ArtemisBroker(folder).start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @AfterEach
    void unbind() {
        JndiNames.unbindAll();
        connects.countDown();
        threads.shutdownNow();
    }

    /** Returns a factory that counts the connections it opens, each of which waits for a latch. */
    private ConnectionFactory factory() {
        ConnectionFactory factory = broker.connectionFactory();
        return (ConnectionFactory) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ConnectionFactory.class}, (proxy, method, values) -> {
                    connecting.countDown();
                    connects.await();
                    connections.incrementAndGet();
                    return method.invoke(factory, values);
                });
    }

    private MessageSource plain() {
        return new LocalJmsSource(new GivenFactories(Map.of("jms/cf", factory())), transactions, Optional.empty());
    }

    private MessageSource ofServer() {
        JndiNames.bind("jms/cf", factory());
        return new JmsSource(transactions, Optional.empty());
    }

    private static int receive(MessageSource source) throws Exception {
        return source.receive(ORIGIN, 1, PATIENCE, messages -> {});
    }

    @Test
    void closedSourceOfAPlainJvmOpensNothing() throws Exception {
        connects.countDown();
        MessageSource source = plain();
        assertThat(receive(source)).isZero();
        source.close();
        assertThatThrownBy(() -> receive(source)).hasMessage("Onceward is closed");
        assertThat(connections).hasValue(1);
        Await.until("no connection", () -> broker.connections() == 0);
    }

    @Test
    void connectionThatOpensDuringTheStopIsClosed() throws Exception {
        MessageSource source = plain();
        Future<Integer> receiving = threads.submit(() -> receive(source));
        connecting.await();
        source.close();
        connects.countDown();
        assertThatThrownBy(receiving::get).hasRootCauseMessage("Onceward is closed");
        Await.until("no connection", () -> broker.connections() == 0);
    }

    @Test
    void closedSourceOfAServerOpensNothing() throws Exception {
        connects.countDown();
        MessageSource source = ofServer();
        assertThat(receive(source)).isZero();
        source.close();
        assertThatThrownBy(() -> receive(source)).hasMessage("Onceward is closed");
        assertThat(connections).hasValue(1);
        Await.until("no connection", () -> broker.connections() == 0);
    }

    /** Runs work without a transaction. */
    private static final class NoTransactions implements Transactions {

        @Override
        public <T> T inNew(Callable<T> work) throws Exception {
            return work.call();
        }

        @Override
        public <T> T suspended(Callable<T> work) throws Exception {
            return work.call();
        }
    }
}
