// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A node dies before and after each statement, commit, send and receipt of recording, leases, relay, retries, idempotent consumer,
 * stored inbox, local channel, idempotent calls, administration and janitors. The next node completes everything, and does nothing twice. {@code
 * -Dcrash.points=12} tries that many steps: the most telling commits, and others by {@code -Dfaults.seed}.
 */
class CrashPointsTest {

    /** The number of rehearsals: a step must occur in all of them. */
    private static final int REHEARSALS = 3;

    /** The steps that must occur; otherwise too little is watched. */
    private static final List<String> KEY_STEPS = List.of(
            "before ordering: INSERT onceward_outbox",
            "before ordering: INSERT onceward_inbox_message",
            "after ordering: INSERT onceward_inbox_message",
            "after ordering: commit of INSERT onceward_inbox_message",
            "before onceward-relay: SELECT onceward_inbox_message",
            "before onceward-relay: DELETE onceward_inbox_message without a claim",
            "after onceward-relay: DELETE onceward_inbox_message without a claim",
            "after onceward-relay: INSERT packings",
            "before onceward-relay: commit of INSERT packings",
            "after onceward-relay: commit of INSERT packings",
            "after onceward-relay: rollback of INSERT packings",
            "after onceward-relay: commit of UPDATE onceward_lane SET owner = ?",
            "before onceward-relay: SELECT onceward_outbox",
            "before onceward-relay: send",
            "after onceward-relay: commit of send",
            "after onceward-relay: commit of receipt",
            "before onceward-relay: DELETE onceward_outbox",
            "after onceward-relay: commit of DELETE onceward_outbox",
            "before onceward-relay: UPDATE onceward_outbox SET state = ?",
            "after onceward-relay: commit of UPDATE onceward_outbox SET state = 'BLOCKED'",
            "before onceward-relay: UPDATE onceward_outbox SET state = 'PENDING'",
            "after onceward-relay: commit of UPDATE onceward_lane SET owner = NULLIF(owner, ?)",
            "before onceward-relay: commit of UPDATE onceward_inbox_lane SET owner = NULLIF(owner, ?)",
            "after onceward-relay: commit of DELETE onceward_node",
            "after onceward-relay: INSERT onceward_node",
            "before onceward-relay: commit of UPDATE onceward_node SET name = ?",
            "before stop: commit of DELETE onceward_node",
            "after billing: commit of INSERT onceward_outbox",
            "before billing: commit of receipt",
            "before billing: INSERT onceward_inbox",
            "after onceward-relay: commit of INSERT onceward_inbox_message",
            "after onceward-relay: INSERT onceward_inbox",
            "before onceward-relay: DELETE onceward_inbox_message",
            "before onceward-relay: commit of INSERT effects",
            "after onceward-relay: commit of INSERT effects",
            "after onceward-relay: rollback of INSERT effects",
            "after onceward-relay: commit of UPDATE onceward_inbox_message SET state = ?",
            "after onceward-relay: UPDATE onceward_inbox_message SET state = 'BLOCKED'",
            "before operator: commit of UPDATE onceward_inbox_lane SET version = version + 1",
            "after operator: commit of UPDATE onceward_inbox_lane SET version = version + 1",
            "after operator: commit of INSERT onceward_pause",
            "after reserving: commit of INSERT onceward_inbox_result",
            "before rating: INSERT onceward_inbox_result",
            "after rating: commit of INSERT onceward_inbox_result",
            "after onceward-relay: DELETE onceward_outbox_sent",
            "after onceward-relay: DELETE onceward_inbox",
            "before onceward-relay: commit of DELETE onceward_inbox");

    /** The number of nodes that try to die at a step: with some timings, a node does not get there. */
    private static final int TRIES = 3;

    /** A node does this only after some seconds. */
    private static final String RENEWAL = "UPDATE onceward_node";

    @TempDir
    private static Path folder;

    /** The number of steps that are tried side by side. */
    private static final int ENVIRONMENTS = 3;

    private static final AtomicInteger ROUNDS = new AtomicInteger();

    private static EnvironmentPool pool;

    @BeforeAll
    static void start() throws Exception {
        pool = new EnvironmentPool(folder, ENVIRONMENTS);
    }

    @AfterAll
    static void stop() throws Exception {
        pool.close();
    }

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> dyingThereLosesNothingAndDoublesNothing() throws Exception {
        Set<String> steps = rehearse();
        assertThat(steps).containsAll(KEY_STEPS);
        return chosen(steps).stream().map(step -> DynamicTest.dynamicTest(step, () -> dieAt(step)));
    }

    /** Returns the steps that occur each time, and those of a node that stays. */
    private static Set<String> rehearse() throws Exception {
        try (PooledEnvironment pooled = pool.borrow()) {
            Set<String> steps = rehearse(nextRound(), pooled);
            for (int i = 1; i < REHEARSALS; i++) {
                steps.retainAll(rehearse(nextRound(), pooled));
            }
            rehearse(nextRound().thatStays(), pooled).stream()
                    .filter(step -> step.contains(RENEWAL))
                    .forEach(steps::add);
            return steps;
        }
    }

    private static Collection<String> chosen(Set<String> steps) {
        int points = Math.min(Integer.getInteger("crash.points", steps.size()), steps.size());
        long seed = Long.getLong("faults.seed", 1);
        System.out.println(points + " of " + steps.size() + " steps, -Dfaults.seed=" + seed);
        List<String> others = new ArrayList<>(steps);
        Collections.shuffle(others, new Random(seed));
        Set<String> inOrder = new LinkedHashSet<>(
                KEY_STEPS.stream().filter(step -> step.contains("commit of")).toList());
        inOrder.addAll(others);
        return inOrder.stream().limit(points).toList();
    }

    /** The checks find each kind of mistake. */
    @Test
    void lostDoubledInventedAndOvertakenEffectsAreFound() throws Exception {
        try (PooledEnvironment pooled = pool.borrow()) {
            assertWrongEffectsAreFound(pooled);
        }
    }

    private static void assertWrongEffectsAreFound(PooledEnvironment pooled) throws Exception {
        Books books = pooled.books();
        pooled.startAnew();
        books.execute("INSERT INTO orders (id, key) VALUES ('x-0', 'x'), ('x-1', 'x')");
        assertThat(books.anomalies()).containsOnlyKeys(Anomaly.LOST);
        assertThat(books.left()).isEqualTo(2 * (Books.EFFECTS.size() + Books.ANSWERED.size()));
        for (String what : Books.EFFECTS) {
            books.execute("INSERT INTO effects (what, order_id, key) VALUES ('" + what + "', 'x-1', 'x')," + " ('"
                    + what + "', 'x-0', 'x'), ('" + what + "', 'x-0', 'x'), ('" + what + "', 'x-2', 'x')");
        }
        assertThat(books.anomalies())
                .containsOnlyKeys(Anomaly.DOUBLED, Anomaly.INVENTED, Anomaly.OVERTAKEN)
                .allSatisfy((anomaly, orders) -> assertThat(orders).hasSameSizeAs(Books.EFFECTS));
        pooled.startAnew();
    }

    @Test
    void contradictionsBetweenTablesAreFound() throws Exception {
        try (PooledEnvironment pooled = pool.borrow()) {
            assertContradictionsAreFound(pooled);
        }
    }

    private static void assertContradictionsAreFound(PooledEnvironment pooled) throws Exception {
        Books books = pooled.books();
        pooled.startAnew();
        assertThat(books.contradictions()).isEmpty();
        books.addHistory();
        books.execute("INSERT INTO orders (id, key) VALUES ('y-0', 'y');"
                + " INSERT INTO effects (what, order_id, key, note) VALUES ('reserved', 'y-0', 'y', 'one');"
                + " INSERT INTO answers (order_id, what, answer) VALUES ('y-0', 'reserved', 'another')");
        assertThat(books.contradictions())
                .contains(
                        "old claim: old 1",
                        "old event: old 1",
                        "answer of another call: y-0 reserved",
                        "0 claims of reserving, 1 effects",
                        "3 claims of shipping, 0 effects")
                .hasSize(3 + 3 + 3);
        books.execute("DELETE FROM onceward_outbox_sent");
        assertThat(books.contradictions()).contains("0 events were published, 3 recorded");
        pooled.startAnew();
    }

    private static Set<String> rehearse(NodeTask task, PooledEnvironment pooled) throws Exception {
        pooled.books().addHistory();
        Ending ending = pooled.environment().run(task);
        assertThat(ending.status()).as(ending::toString).isZero();
        assertNothingIsWrong(pooled.books());
        return ending.steps();
    }

    /** Lets a node die at a step. After a failure, empties its environment, so that the next step does not fail as well. */
    private static void dieAt(String step) throws Exception {
        try (PooledEnvironment pooled = pool.borrow()) {
            boolean nothingWrong = false;
            try {
                dieAndGoOn(step, pooled);
                nothingWrong = true;
            } finally {
                if (!nothingWrong) {
                    pooled.startAnew();
                }
            }
        }
    }

    private static void dieAndGoOn(String step, PooledEnvironment pooled) throws Exception {
        Ending ending = die(step, pooled);
        for (int i = 1; i < TRIES && ending.status() == 0; i++) {
            assertNothingIsWrong(pooled.books());
            ending = die(step, pooled);
        }
        assertThat(ending.status()).as(step + " " + ending).isEqualTo(Steps.HALTED);
        Ending after = pooled.environment().run(nextRound());
        assertThat(after.status()).as(() -> "after " + step + " " + after).isZero();
        assertNothingIsWrong(pooled.books());
    }

    private static Ending die(String step, PooledEnvironment pooled) throws Exception {
        pooled.books().addHistory();
        NodeTask task = nextRound().with(Trap.HALT, step);
        return pooled.environment().run(step.contains(RENEWAL) ? task.thatStays() : task);
    }

    private static NodeTask nextRound() {
        return NodeTask.place("round" + ROUNDS.incrementAndGet()).withTroubles();
    }

    private static void assertNothingIsWrong(Books books) throws SQLException {
        assertThat(books.anomalies()).isEmpty();
        assertThat(books.contradictions()).isEmpty();
    }
}
