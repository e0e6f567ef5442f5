// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.LogLines;
import io.onceward.inbox.ResultPolicy;
import io.onceward.outbox.Recording;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The application continues in a transaction that was undone behind the back of the transaction manager. On every database, either
 * claim, effects and events are all there, or the caller gets an exception and none of them is.
 */
@DialectContract
abstract class UndoneTransactionContract extends OutboxFixture {

    private Deadlock deadlock;

    @BeforeEach
    void prepareDeadlock() throws Exception {
        engine = reopen(Map.of("mp.messaging.outgoing.audit.transaction", "own"));
        deadlock = new Deadlock(JTA, pool, threads);
        deadlock.prepare();
    }

    @Test
    void eventRecordedBeforeASwallowedDeadlockIsNotPublished() {
        assertUndone(() -> JTA.inTransaction(() -> {
            record("orders", "placed", OutboxMetadata.none());
            business(1);
            deadlock.swallow();
            return businessIfPossible(2);
        }));
    }

    @Test
    void businessRowBeforeTheEventAndADeadlockBehindItAreNotHalfCommitted() {
        assertUndone(() -> JTA.inTransaction(() -> {
            business(1);
            record("orders", "placed", OutboxMetadata.none());
            deadlock.swallow();
            return businessIfPossible(2);
        }));
    }

    @Test
    void eventsOfACallWhoseWorkSwallowedADeadlockAreNotPublished() {
        assertUndone(() -> JTA.inTransaction(() -> {
            Recording recording = engine.recording("orders");
            business(1);
            deadlock.swallow();
            businessIfPossible(2);
            return recording.afterWork(each -> each.record("placed", OutboxMetadata.none()));
        }));
    }

    /** A stream makes its elements within the transaction in which they are recorded. */
    @Test
    void eventsWhoseElementsSwallowADeadlockInTheirOwnTransactionAreNotPublished() {
        assertUndone(() -> engine.recording("audit").afterWork(each -> {
            each.guardElements();
            try {
                business(1);
                deadlock.swallow();
                businessIfPossible(2);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            return each.record("placed", OutboxMetadata.none());
        }));
    }

    @Test
    void eventRecordedByASynchronizationAfterASwallowedDeadlockIsNotPublished() {
        assertUndone(() -> JTA.inTransaction(() -> {
            record("orders", "placed", OutboxMetadata.none());
            business(1);
            JTA.registry.registerInterposedSynchronization(before(() -> {
                try {
                    deadlock.swallow();
                    businessIfPossible(2);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
            return null;
        }));
    }

    @Test
    void messageWhoseHandlerSwallowedADeadlockComesAgain() throws Exception {
        assertComesAgain(work -> engine.inbox().once("billing", "k1", work));
    }

    @Test
    void callWhoseMethodSwallowedADeadlockIsRepeated() throws Exception {
        assertComesAgain(work -> engine.calls().once("billing", "k1", ResultPolicy.none(null), work::call));
    }

    @Test
    void callInTheTransactionOfItsCallerIsRepeated() throws Exception {
        assertComesAgain(work ->
                JTA.inTransaction(() -> engine.calls().once("billing", "k1", ResultPolicy.none(null), work::call)));
    }

    @Test
    void callWithAStoredResultIsRepeated() throws Exception {
        assertComesAgain(work -> engine.calls().once("billing", "k1", engine.replay(Integer.class), work::call));
    }

    private interface Call {
        Object run(Callable<Integer> work) throws Exception;
    }

    private void assertComesAgain(Call call) throws Exception {
        assertUndone(() -> call.run(() -> {
            business(1);
            record("orders", "billed", OutboxMetadata.none());
            deadlock.swallow();
            return businessIfPossible(2);
        }));
        deadlock.prepare();
        assertUndone(() -> call.run(() -> {
            business(1);
            deadlock.swallow();
            return businessIfPossible(2);
        }));
        call.run(() -> {
            record("orders", "billed", OutboxMetadata.none());
            business(1);
            return businessIfPossible(2);
        });
        assertThat(rows("business")).isEqualTo(2);
        assertThat(rows("onceward_inbox")).isOne();
        assertThat(publisher.published()).hasSize(1);
    }

    @Test
    void rollbackToASavepointOfBeforeTheRecordingIsRefused() {
        assertUndone(() -> JTA.inTransaction(() -> {
            business(1);
            execute("SAVEPOINT mine");
            business(2);
            record("orders", "placed", OutboxMetadata.none());
            execute("ROLLBACK TO SAVEPOINT mine");
            return businessIfPossible(3);
        }));
    }

    @Test
    void rollbackToASavepointOfBeforeTheClaimIsRefused() {
        assertUndone(() -> JTA.inTransaction(() -> {
            execute("SAVEPOINT mine");
            return engine.calls().once("billing", "k1", ResultPolicy.none(null), () -> {
                business(1);
                execute("ROLLBACK TO SAVEPOINT mine");
                return businessIfPossible(2);
            });
        }));
    }

    @Test
    void rollbackToASavepointOfTheCallItselfIsNoFailure() throws Exception {
        engine.inbox().once("billing", "k1", () -> {
            record("orders", "billed", OutboxMetadata.none());
            execute("SAVEPOINT mine");
            business(1);
            execute("ROLLBACK TO SAVEPOINT mine");
            return businessIfPossible(2);
        });
        assertThat(rows("business")).isOne();
        assertThat(rows("onceward_inbox")).isOne();
        assertThat(publisher.published()).hasSize(1);
    }

    /** A method may return no event, and its own transaction then has no statement. */
    @Test
    void callThatRecordsNothingInItsOwnTransactionIsNoFailure() {
        assertThat(engine.recording("audit").<String>afterWork(each -> {
                    each.guardElements();
                    return "nothing";
                }))
                .isEqualTo("nothing");
    }

    @Test
    void eventRecordedBeforeARollbackStatementIsNotPublished() {
        assertUndone(() -> JTA.inTransaction(() -> {
            record("orders", "placed", OutboxMetadata.none());
            business(1);
            execute("ROLLBACK");
            return businessIfPossible(2);
        }));
    }

    @Test
    void swallowedDuplicateKeyUndoesNothingOrEverything() {
        assertUndoesNothingOrEverything(() -> {
            business(1);
            record("orders", "billed", OutboxMetadata.none());
            return businessIfPossible(1);
        });
    }

    /** On PostgreSQL, the INSERT of the event has checked the sentinel by then. */
    @Test
    void duplicateKeySwallowedBehindTheInsertOfTheEventUndoesNothingOrEverything() {
        assertUndoesNothingOrEverything(() -> {
            business(1);
            record("orders", "billed", OutboxMetadata.none());
            JTA.registry.registerInterposedSynchronization(
                    before(() -> JTA.registry.registerInterposedSynchronization(before(() -> businessIfPossible(1)))));
            return null;
        });
    }

    private void assertUndoesNothingOrEverything(Callable<Integer> work) {
        boolean committed = true;
        try {
            engine.inbox().once("billing", "k1", work::call);
        } catch (Exception e) {
            committed = false;
        }
        int there = committed ? 1 : 0;
        assertThat(rows("business")).isEqualTo(there);
        assertThat(rows("onceward_inbox")).isEqualTo(there);
        assertThat(publisher.published()).hasSize(there);
    }

    /** On some databases, each DDL statement commits. */
    @Test
    void claimThatAStatementOfAFailedHandlerHasCommittedIsTold() {
        try (LogLines log = new LogLines()) {
            assertThatThrownBy(() -> engine.inbox().once("billing", "k1", () -> {
                        business(1);
                        throw new IllegalStateException("not yet");
                    }))
                    .hasMessage("not yet");
            assertThat(log.all()).noneMatch(line -> line.startsWith("OWD-1171"));
            assertThatThrownBy(() -> engine.inbox().once("billing", "k1", () -> {
                        execute("COMMIT");
                        throw new IllegalStateException("not yet");
                    }))
                    .hasMessage("not yet");
            assertThat(log.all())
                    .filteredOn(line -> line.startsWith("OWD-1171"))
                    .singleElement()
                    .asString()
                    .contains("'billing'", "'k1'");
        }
    }

    @Test
    void failureOfTheSentinelReachesTheCallerOfOnce() {
        assertThatThrownBy(() -> engine.inbox().once("billing", "k1", () -> {
                    business(1);
                    deadlock.swallow();
                    return businessIfPossible(2);
                }))
                .isInstanceOf(OncewardException.class)
                .hasMessageStartingWith("OWD-0221");
    }

    @Test
    void sentinelCostsAtMostTwoStatementsATransaction() throws Exception {
        boolean postgreSql = isPostgreSql();
        engine = reopen(Map.of(
                "onceward.relay.enabled",
                "false",
                "mp.messaging.outgoing.audit.transaction",
                "own")); // a relay may write rows, too
        sentinels.clear();
        JTA.inTransaction(() -> {
            business(1);
            record("orders", "one", OutboxMetadata.none());
            return record("orders", "two", OutboxMetadata.none());
        });
        assertThat(sentinels).as("recording").hasSize(2);
        sentinels.clear();
        JTA.inTransaction(() -> record("orders", "only", OutboxMetadata.none()));
        assertThat(sentinels).as("recording one event, whose INSERT can check").hasSize(postgreSql ? 1 : 2);
        sentinels.clear();
        engine.inbox().once("billing", "k1", () -> null);
        assertThat(sentinels).as("claim").hasSize(postgreSql ? 0 : 2);
        sentinels.clear();
        engine.inbox().once("billing", "k1", () -> null);
        assertThat(sentinels).as("duplicate").isEmpty();
        JTA.inTransaction(() -> engine.calls().once("billing", "k1", ResultPolicy.none(null), () -> null));
        assertThat(sentinels).as("duplicate in the caller's transaction").isEmpty();
        engine.inbox().once("billing", "k3", () -> record("orders", "billed", OutboxMetadata.none()));
        assertThat(sentinels).as("claim, and an event in its transaction").hasSize(postgreSql ? 0 : 2);
        sentinels.clear();
        JTA.inTransaction(() -> engine.calls().once("billing", "k2", ResultPolicy.none(null), () -> {
            business(2);
            return record("orders", "three", OutboxMetadata.none());
        }));
        assertThat(sentinels).as("claim and event in the caller's transaction").hasSize(postgreSql ? 1 : 2);
        sentinels.clear();
        engine.recording("audit").record("four", OutboxMetadata.none());
        assertThat(sentinels).as("in a transaction of its own").isEmpty();
        engine.recording("audit").afterWork(each -> each.record("five", OutboxMetadata.none()));
        assertThat(sentinels).as("of a call, in a transaction of its own").isEmpty();
        engine.recording("audit").afterWork(each -> {
            each.guardElements();
            return each.record("six", OutboxMetadata.none());
        });
        assertThat(sentinels).as("of a stream, in a transaction of its own").hasSize(postgreSql ? 0 : 2);
    }

    @Test
    void severalNodesMayShareATransaction() throws Exception {
        Engine other = engine(Map.of("onceward.relay.enabled", "false"));
        JTA.inTransaction(() -> {
            record("orders", "one", OutboxMetadata.none());
            other.recording("orders").record("two", OutboxMetadata.none());
            business(1);
            return null;
        });
        engine.poll();
        assertThat(publisher.published()).hasSize(2);
        other.stop(Duration.ofSeconds(5));
    }

    /** A check that only looks for the row of the claim would find that of the other transaction. */
    @Test
    void messageThatAnotherNodeHasClaimedAfterARollbackStatementIsHandledOnce() throws Exception {
        assumeFalse(isPostgreSql(), "PostgreSQL does not notice ROLLBACK in a transaction that was begun for a claim");
        assertThatThrownBy(() -> engine.inbox().once("billing", "k1", () -> {
                    business(1);
                    execute("ROLLBACK");
                    threads.submit(() -> engine.inbox().once("billing", "k1", () -> businessIfPossible(2)))
                            .get();
                    return businessIfPossible(3);
                }))
                .hasMessageStartingWith("OWD-0221");
        assertThat(text("SELECT MIN(id) FROM business")).isEqualTo("2");
        assertThat(rows("business")).isOne();
        assertThat(rows("onceward_inbox")).isOne();
    }

    /** A check that only looks for the row of the claim would find it, because DDL has committed it. */
    @Test
    void deadlockBehindDdlThatHasCommittedTheClaimIsRefused() {
        assumeFalse(isH2(), "H2 does not notice DDL, which commits the row of the sentinel");
        try (LogLines log = new LogLines()) {
            assertThatThrownBy(() -> engine.inbox().once("billing", "k1", () -> {
                        business(1);
                        execute("CREATE TABLE made (id INTEGER)");
                        business(2);
                        deadlock.swallow();
                        return businessIfPossible(3);
                    }))
                    .hasMessageStartingWith("OWD-0221");
            int committed = isPostgreSql() ? 0 : 1; // before the DDL statement
            assertThat(rows("business")).isEqualTo(committed);
            assertThat(rows("onceward_inbox")).isEqualTo(committed);
            assertThat(log.all())
                    .filteredOn(line -> line.startsWith("OWD-1171"))
                    .hasSize(committed);
        }
    }

    @Test
    void ddlInAHandlerCommitsEverythingOrIsRefused() throws Exception {
        AtomicBoolean handled = new AtomicBoolean();
        Callable<Boolean> call = () -> engine.inbox().once("billing", "k1", () -> {
            record("orders", "billed", OutboxMetadata.none());
            business(1);
            execute("CREATE TABLE made (id INTEGER)");
            handled.set(true);
            return businessIfPossible(2);
        });
        if (isPostgreSql() || isH2()) { // part of the transaction, or not noticed
            call.call();
        } else {
            assertThatThrownBy(call::call).hasMessageStartingWith("OWD-0221");
        }
        assertThat(handled).isTrue();
        boolean all = isPostgreSql() || isH2();
        assertThat(rows("business")).isEqualTo(all ? 2 : 1);
        assertThat(rows("onceward_inbox")).isOne();
        assertThat(publisher.published()).hasSize(all ? 1 : 0);
    }

    @Test
    void deadlockAfterTwoApplicationsHaveRecordedUndoesBoth() {
        Engine other = engine(Map.of("onceward.relay.enabled", "false"));
        assertUndone(() -> JTA.inTransaction(() -> {
            record("orders", "one", OutboxMetadata.none());
            business(1);
            other.recording("orders").record("two", OutboxMetadata.none());
            deadlock.swallow();
            return businessIfPossible(2);
        }));
        other.stop(Duration.ofSeconds(5));
    }

    @Test
    void rollbackToASavepointBetweenTheEventsOfTwoApplicationsIsRefused() {
        Engine other = engine(Map.of("onceward.relay.enabled", "false"));
        assertUndone(() -> JTA.inTransaction(() -> {
            record("orders", "one", OutboxMetadata.none());
            execute("SAVEPOINT mine");
            business(1);
            other.recording("orders").record("two", OutboxMetadata.none());
            execute("ROLLBACK TO SAVEPOINT mine");
            return businessIfPossible(2);
        }));
        other.stop(Duration.ofSeconds(5));
    }

    private boolean isPostgreSql() {
        return product().equals("PostgreSQL");
    }

    private boolean isH2() {
        return product().equals("H2");
    }

    private String product() {
        try {
            return dialect().product();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Fails with the code of the sentinel, or of the statement of Onceward that the database has refused before. */
    private void assertUndone(Callable<?> transaction) {
        assertThatThrownBy(transaction::call)
                .satisfies(failure -> assertThat(Stream.iterate(failure, Objects::nonNull, Throwable::getCause))
                        .extracting(Throwable::getMessage)
                        .anyMatch(message -> message.startsWith("OWD-0221") || message.startsWith("OWD-0051")));
        assertThat(rows("business")).as("rows of the business").isZero();
        assertThat(rows("onceward_inbox")).as("claims").isZero();
        assertThat(rows("onceward_outbox")).as("pending events").isZero();
        assertThat(publisher.published()).as("published events").isEmpty();
    }

    /** Continues like an application that catches every exception. */
    private Integer businessIfPossible(int id) {
        try {
            business(id);
            return id;
        } catch (SQLException e) {
            return null;
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
