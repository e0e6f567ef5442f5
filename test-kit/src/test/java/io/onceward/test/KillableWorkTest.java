// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OncewardException;
import io.onceward.fixture.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Crash points kill processes, find what a kill has doubled, and refuse work that they can't kill. */
class KillableWorkTest {

    private static EmbeddedPostgres server;
    private static String url;

    private TestOutbox outbox;

    @BeforeAll
    static void startServer() throws IOException {
        server = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setPort(FreePort.find())
                .start();
        url = server.getJdbcUrl("postgres", "postgres");
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    @BeforeEach
    void start() throws Exception {
        outbox = onDatabase(url);
        TestSql.execute(outbox.dataSource(), "CREATE TABLE IF NOT EXISTS bill (id VARCHAR(20), process BIGINT)");
    }

    @AfterEach
    void stop() {
        outbox.close();
    }

    private static TestOutbox onDatabase(String url) {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(url);
        return TestOutbox.builder().dataSource(database).start();
    }

    /** On the database of the first argument. */
    abstract static class OnTheDatabase implements KillableWork {

        @Override
        public TestOutbox start(List<String> arguments) {
            return onDatabase(arguments.get(0));
        }
    }

    /** Claims the message in a transaction before the one with the effect. */
    static class ClaimsFirst extends OnTheDatabase {

        @Override
        public void run(TestOutbox outbox) throws Exception {
            if (outbox.once("billing", "m1", () -> {})) {
                insertBill(outbox);
            }
        }
    }

    /** Inserts another bill each time. */
    static class Inserts extends OnTheDatabase {

        @Override
        public void run(TestOutbox outbox) throws Exception {
            insertBill(outbox);
        }
    }

    private static void insertBill(TestOutbox outbox) throws SQLException {
        TestSql.execute(
                outbox.dataSource(),
                "INSERT INTO bill VALUES ('42', " + ProcessHandle.current().pid() + ")");
    }

    /** Fails in the other process only. */
    static class Fails extends OnTheDatabase {

        @Override
        public TestOutbox start(List<String> arguments) {
            throw new IllegalStateException("no start on purpose");
        }

        @Override
        public void run(TestOutbox outbox) throws Exception {
            insertBill(outbox);
        }
    }

    /** Uses a database of its own in the other process. */
    static class Elsewhere extends OnTheDatabase {

        @Override
        public TestOutbox start(List<String> arguments) {
            TestOutbox elsewhere = TestOutbox.start();
            try {
                TestSql.execute(elsewhere.dataSource(), "CREATE TABLE bill (id VARCHAR(20), process BIGINT)");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            return elsewhere;
        }

        @Override
        public void run(TestOutbox outbox) throws Exception {
            insertBill(outbox);
        }
    }

    /** Does not come to its first step. */
    static class Hangs extends Inserts {

        @Override
        public TestOutbox start(List<String> arguments) {
            while (true) {
                LockSupport.park();
            }
        }
    }

    /** Can't be created by another process. */
    abstract static class Unfinished extends Inserts {}

    @Test
    void lostEffectOfAKilledProcessIsFound() {
        assertThatThrownBy(() -> points(ClaimsFirst.class).verify(this::oneBill))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("kill before INSERT INTO bill (step ")
                .hasMessageContaining("crash before INSERT INTO bill (step ")
                .hasMessageNotContaining("kill after INSERT INTO bill");
    }

    @Test
    void killedProcessHasDoneWhatPrecedesTheStep() {
        Set<Integer> processes = new HashSet<>();
        assertThatThrownBy(() -> points(Inserts.class).withoutRedelivery().verify(() -> {
                    oneBill();
                    processes.add(number("SELECT process FROM bill"));
                }))
                .hasMessageStartingWith("The check fails after 3 of 6 interruptions:")
                .hasMessageContaining("kill before INSERT INTO bill (step 1): bills: 0");
        assertThat(processes)
                .as("this process, the one that ran to its end, and the one that was killed after the statement")
                .contains((int) ProcessHandle.current().pid())
                .hasSize(3);
    }

    @Test
    void databaseInMemoryIsRefused() {
        try (TestOutbox inMemory = TestOutbox.start()) {
            assertThatThrownBy(() -> CrashPoints.of(inMemory).killable(Inserts.class))
                    .isInstanceOf(OncewardException.class)
                    .hasMessageStartingWith("OWD-0339: ");
        }
    }

    @Test
    void classThatCannotBeCreatedIsRefused() {
        assertThatThrownBy(() -> points(Unfinished.class))
                .isInstanceOf(OncewardException.class)
                .hasMessageStartingWith("OWD-0340: ")
                .hasMessageContaining(Unfinished.class.getName());
    }

    @Test
    void processThatEndsBeforeItsStepIsReported() {
        assertThatThrownBy(() -> points(Fails.class).verify(() -> {}))
                .isInstanceOf(OncewardException.class)
                .hasMessageStartingWith("OWD-0341: ")
                .hasMessageContaining("exit status 1")
                .hasMessageContaining("no start on purpose");
    }

    @Test
    void processThatHangsEndsWithThatOfTheTest() throws Exception {
        Process process = new KilledProcess(Hangs.class, List.of(url)).start(0);
        try {
            process.getOutputStream().close(); // as the end of this process would
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void otherDatabaseIsFound() {
        assertThatThrownBy(() -> points(Elsewhere.class).withoutRedelivery().verify(this::oneBill))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("does KillableWork.start() use the database of the test? bills: 0");
    }

    private CrashPoints points(Class<? extends KillableWork> work) {
        return CrashPoints.of(outbox)
                .prepare(() -> TestSql.execute(outbox.dataSource(), "DELETE FROM bill"))
                .killable(work, url);
    }

    private void oneBill() throws SQLException {
        int bills = number("SELECT COUNT(*) FROM bill");
        if (bills != 1) {
            throw new AssertionError("bills: " + bills);
        }
    }

    private int number(String sql) throws SQLException {
        return TestSql.number(outbox.dataSource(), sql);
    }
}
