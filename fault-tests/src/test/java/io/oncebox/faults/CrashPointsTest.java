// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node dies before and after each statement, commit, send and receipt of recording, relay, inline and stored inbox; the next
 * one leaves nothing undone and nothing done twice.
 */
class CrashPointsTest {

    /** Steps that some runs take and others don't are not asked for. */
    private static final int REHEARSALS = 2;

    /** What must be among the steps, or else too little is watched. */
    private static final List<String> KEY_STEPS = List.of(
            "before ordering: INSERT oncebox_outbox",
            "after ordering: commit of INSERT oncebox_outbox",
            "before oncebox-relay: send",
            "after oncebox-relay: commit of send",
            "after oncebox-relay: commit of receipt",
            "before oncebox-relay: DELETE oncebox_outbox",
            "after billing: commit of INSERT oncebox_outbox",
            "before billing: commit of receipt",
            "before billing: INSERT oncebox_inbox",
            "after oncebox-relay: commit of INSERT oncebox_inbox_message",
            "before oncebox-relay: commit of INSERT effects",
            "before oncebox-relay: DELETE oncebox_inbox_message",
            "after oncebox-relay: DELETE oncebox_outbox_sent");

    @TempDir
    private static Path folder;

    private static Surroundings surroundings;
    private static int rounds;

    @BeforeAll
    static void start() throws Exception {
        surroundings = new Surroundings(folder);
        execute("CREATE TABLE orders (nr BIGSERIAL PRIMARY KEY, id TEXT NOT NULL UNIQUE, key TEXT NOT NULL)");
        execute("CREATE TABLE effects (nr BIGSERIAL PRIMARY KEY, what TEXT NOT NULL, order_id TEXT NOT NULL,"
                + " key TEXT NOT NULL)");
    }

    @AfterAll
    static void stop() throws Exception {
        surroundings.close();
    }

    @TestFactory
    Stream<DynamicTest> dyingThereLosesNothingAndDoublesNothing() throws Exception {
        Set<String> steps = rehearse();
        for (int i = 1; i < REHEARSALS; i++) {
            steps.retainAll(rehearse());
        }
        assertThat(steps).containsAll(KEY_STEPS);
        return steps.stream().map(step -> DynamicTest.dynamicTest(step, () -> dieAt(step)));
    }

    /** The checks below are worth something only if they see what they are for. */
    @Test
    void whatIsLostOrDoubledOrOutOfOrderIsSeen() throws Exception {
        execute("INSERT INTO orders (id, key) VALUES ('x-0', 'x'), ('x-1', 'x')");
        try {
            assertThat(wrongs()).hasSize(2 * Node.EFFECTS.length);
            for (String what : Node.EFFECTS) {
                execute("INSERT INTO effects (what, order_id, key) VALUES ('" + what + "', 'x-1', 'x')," + " ('" + what
                        + "', 'x-0', 'x'), ('" + what + "', 'x-0', 'x'), ('" + what + "', 'x-2', 'x')");
            }
            assertThat(wrongs()).hasSize(3 * Node.EFFECTS.length);
        } finally {
            execute("DELETE FROM effects WHERE key = 'x'");
            execute("DELETE FROM orders WHERE key = 'x'");
        }
    }

    private static Set<String> rehearse() throws Exception {
        Path log = folder.resolve("round-" + rounds + ".log");
        assertThat(surroundings.run(log, "", "round" + rounds++))
                .as(Files.readString(log))
                .isZero();
        assertThat(wrongs()).isEmpty();
        try (Stream<String> lines = Files.lines(log)) {
            return new TreeSet<>(lines.filter(line -> line.startsWith(Steps.TOLD))
                    .map(line -> line.substring(Steps.TOLD.length()))
                    .toList());
        }
    }

    private static void dieAt(String step) throws IOException, InterruptedException, SQLException {
        int round = rounds++;
        Path log = folder.resolve("round-" + round + ".log");
        assertThat(surroundings.run(log, step, "round" + round))
                .as(() -> read(log))
                .isEqualTo(Steps.HALTED);
        Path after = folder.resolve("after-" + round + ".log");
        assertThat(surroundings.run(after, "")).as(() -> read(after)).isZero();
        assertThat(wrongs()).isEmpty();
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Orders without or with several effects, effects without an order, and orders of a key that were overtaken. */
    private static List<String> wrongs() throws SQLException {
        List<String> wrongs = new ArrayList<>();
        for (String what : Node.EFFECTS) {
            wrongs.addAll(rows("SELECT '" + what
                    + " ' || count(e.nr) || ' times: ' || o.id FROM orders o LEFT JOIN effects e"
                    + " ON e.order_id = o.id AND e.what = '" + what + "' GROUP BY o.id HAVING count(e.nr) <> 1"));
            wrongs.addAll(rows("SELECT '" + what + " without an order: ' || order_id FROM effects WHERE what = '" + what
                    + "' AND order_id NOT IN (SELECT id FROM orders)"));
            wrongs.addAll(rows("SELECT '" + what + " too late: ' || first.id FROM orders first JOIN orders later"
                    + " ON later.key = first.key AND later.nr > first.nr"
                    + " WHERE (SELECT min(nr) FROM effects WHERE order_id = later.id AND what = '" + what + "')"
                    + " < (SELECT min(nr) FROM effects WHERE order_id = first.id AND what = '" + what + "')"));
        }
        return wrongs;
    }

    private static List<String> rows(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(surroundings.databaseUrl());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(surroundings.databaseUrl());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
