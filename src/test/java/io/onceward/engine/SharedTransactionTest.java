// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.EmbeddedH2;
import io.onceward.fixture.Sql;
import io.onceward.inbox.DurableQueue;
import io.onceward.inbox.MessageHandler;
import jakarta.transaction.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several threads record in one transaction at the same time, as a managed executor lets them that propagates it. */
class SharedTransactionTest {

    private static final Jta JTA = new Jta();
    private static final String CALL = "call:charge";
    private static final int THREADS = 8;
    private static final int EVENTS = 13;
    private static final int TRANSACTIONS = 100;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private AgroalDataSource pool;
    private Engine engine;

    @BeforeEach
    void open() {
        EmbeddedH2 h2 = new EmbeddedH2();
        pool = JTA.pool(h2.createDatabase(), h2.user(), h2.password(), TransactionIsolation.READ_COMMITTED);
        engine = new Nodes(JTA, new MemoryPublisher())
                .open(
                        Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"),
                        Runnable::run,
                        pool,
                        List.of(new Charge()));
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        engine.stop(Duration.ofSeconds(1));
        pool.close();
    }

    @Test
    void eventsOfAllThreadsCommitWithTheTransaction() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < TRANSACTIONS; i++) {
            ids.addAll(inOneTransaction(this::event));
        }
        assertThat(ids).hasSize(THREADS * EVENTS * TRANSACTIONS);
        assertThat(recorded("onceward_outbox")).containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void eventsBehindOneOfTheCallerCommitWithTheTransaction() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < TRANSACTIONS; i++) {
            JTA.inTransaction(() -> {
                ids.add(event());
                return ids.addAll(onAllThreads(this::event));
            });
        }
        assertThat(recorded("onceward_outbox")).containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void elementsOfAllThreadsCommitWithTheTransaction() throws Exception {
        List<List<String>> ids = new ArrayList<>();
        for (int i = 0; i < TRANSACTIONS; i++) {
            ids.addAll(inOneTransaction(() -> engine.recording("orders")
                    .afterWork(events -> List.of(
                            events.record("x", OutboxMetadata.none()), events.record("y", OutboxMetadata.none())))));
        }
        assertThat(recorded("onceward_outbox"))
                .containsExactlyInAnyOrderElementsOf(
                        ids.stream().flatMap(List::stream).toList());
    }

    @Test
    void callThatAThreadCancelsInTheTransactionIsNotRecorded() throws Exception {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < TRANSACTIONS; i++) {
            kept.addAll(inOneTransaction(() -> {
                String id = call();
                assertThat(engine.cancel(List.of(CALL), call())).isTrue();
                return id;
            }));
        }
        assertThat(recorded("onceward_inbox_message")).containsExactlyInAnyOrderElementsOf(kept);
    }

    private String event() {
        return engine.recording("orders").record("x", OutboxMetadata.none());
    }

    private String call() {
        return engine.durable(CALL).record("x", OutboxMetadata.none().withId(DurableQueue.callId(Instant.now())));
    }

    private <T> List<T> inOneTransaction(Callable<T> work) throws Exception {
        return JTA.inTransaction(() -> onAllThreads(work));
    }

    /** Has all threads do the same in the transaction of this one. */
    private <T> List<T> onAllThreads(Callable<T> work) throws Exception {
        Transaction transaction = JTA.manager.getTransaction();
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Future<List<T>>> running = IntStream.range(0, THREADS)
                .mapToObj(i -> threads.submit(() -> in(transaction, start, work)))
                .toList();
        List<T> results = new ArrayList<>();
        for (Future<List<T>> each : running) {
            results.addAll(each.get());
        }
        return results;
    }

    private static <T> List<T> in(Transaction transaction, CyclicBarrier start, Callable<T> work) throws Exception {
        JTA.manager.resume(transaction);
        try {
            start.await();
            List<T> results = new ArrayList<>();
            for (int i = 0; i < EVENTS; i++) {
                results.add(work.call());
            }
            return results;
        } finally {
            JTA.manager.suspend();
        }
    }

    private List<String> recorded(String table) {
        return List.of(Sql.text(pool::getConnection, "SELECT LISTAGG(id) FROM " + table)
                .split(","));
    }

    /** A handler that gets no message. */
    private static final class Charge implements MessageHandler {

        @Override
        public String name() {
            return CALL;
        }

        @Override
        public String channel() {
            return CALL;
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            throw new UnsupportedOperationException();
        }
    }
}
