// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.EmbeddedH2;
import io.onceward.outbox.Recording;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A recording is opened before the work of a call and used after it. */
class RecordingTest {

    private static final Jta JTA = new Jta();

    private final MemoryPublisher publisher = new MemoryPublisher();
    private AgroalDataSource pool;
    private Engine engine;

    @BeforeEach
    void open() {
        EmbeddedH2 h2 = new EmbeddedH2();
        pool = JTA.pool(h2.createDatabase(), h2.user(), h2.password(), TransactionIsolation.READ_COMMITTED);
        engine = new Nodes(JTA, publisher)
                .open(
                        Map.of(
                                "onceward.schema", "create",
                                "mp.messaging.outgoing.audit.transaction", "own",
                                "mp.messaging.outgoing.foreign.connector", "other"),
                        Runnable::run,
                        pool);
    }

    @AfterEach
    void close() throws Exception {
        if (JTA.manager.getStatus() != Status.STATUS_NO_TRANSACTION) {
            JTA.manager.rollback();
        }
        engine.stop(Duration.ofSeconds(1));
        pool.close();
    }

    @Test
    void eventsAfterTheWorkCommitWithTheTransaction() throws Exception {
        List<String> ids = JTA.inTransaction(() -> {
            Recording recording = engine.recording("orders");
            return recording.afterWork(events -> List.of(record(events), record(events)));
        });
        assertThat(publisher.ids()).isEqualTo(ids);
    }

    @Test
    void workThatMarksTheTransactionIsRefusedItsEvents() throws Exception {
        for (String channel : List.of("orders", "audit")) {
            JTA.manager.begin();
            Recording recording = engine.recording(channel);
            JTA.manager.setRollbackOnly();
            assertThatThrownBy(() -> recording.afterWork(RecordingTest::record)).hasMessageStartingWith("OWD-0041");
            JTA.manager.rollback();
        }
        assertThat(publisher.published()).isEmpty();
    }

    @Test
    void workThatEndsTheTransactionIsRefusedItsEventsOnAnyChannel() throws Exception {
        for (String channel : List.of("orders", "audit")) {
            JTA.manager.begin();
            Recording recording = engine.recording(channel);
            JTA.manager.rollback();
            assertThatThrownBy(() -> recording.afterWork(RecordingTest::record))
                    .isInstanceOf(OncewardException.class)
                    .hasMessageStartingWith("OWD-0041");
        }
        assertThat(publisher.published()).isEmpty();
    }

    @Test
    void eventsWithoutATransactionShareOneOfTheirOwn() {
        Recording recording = engine.recording("audit");
        assertThatThrownBy(() -> recording.afterWork(events -> {
                    record(events);
                    throw new IllegalStateException("the second event fails");
                }))
                .hasStackTraceContaining("the second event fails");
        assertThat(publisher.published()).isEmpty();

        List<String> ids = recording.afterWork(events -> List.of(record(events), record(events)));
        assertThat(publisher.ids()).isEqualTo(ids);
    }

    @Test
    void eventsJoinATransactionThatTheWorkHasBegun() throws Exception {
        Recording recording = engine.recording("audit");
        JTA.manager.begin();
        recording.afterWork(RecordingTest::record);
        JTA.manager.rollback();
        assertThat(publisher.published()).isEmpty();

        Recording marked = engine.recording("audit");
        JTA.manager.begin();
        JTA.manager.setRollbackOnly();
        assertThatThrownBy(() -> marked.afterWork(RecordingTest::record)).hasMessageStartingWith("OWD-0041");
        JTA.manager.rollback();

        Recording committed = engine.recording("audit");
        JTA.manager.begin();
        String id = committed.afterWork(RecordingTest::record);
        JTA.manager.commit();
        assertThat(publisher.ids()).containsExactly(id);
    }

    @Test
    void recordingThatCannotBeOpenedRollsTheTransactionBack() {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    assertThatThrownBy(() -> engine.recording("foreign")).hasMessageStartingWith("OWD-0026");
                    return null;
                }))
                .isInstanceOf(RollbackException.class);
    }

    @Test
    void failureBetweenTwoEventsRollsTheTransactionBack() {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    Recording recording = engine.recording("orders");
                    assertThatThrownBy(() -> recording.afterWork(events -> {
                                record(events);
                                throw new IllegalStateException("the iterator fails");
                            }))
                            .hasMessage("the iterator fails");
                    return null;
                }))
                .isInstanceOf(RollbackException.class);
        assertThat(publisher.published()).isEmpty();
    }

    private static String record(Recording recording) {
        return recording.record("x", OutboxMetadata.none());
    }
}
