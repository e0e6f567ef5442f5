// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The running tally: which orders are lost, and what the user sees. */
class TallyTest {

    private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");
    private static final Tally UNBILLED = new Tally(1000, 990, 0, 990, 0);

    private final LostOrders lostOrders = new LostOrders();
    private final List<String> lines = new ArrayList<>();
    private final Board board = new Board(lines::add);

    @Test
    void answerOfTheApplicationIsRead() {
        assertThat(Tally.parse("{\"billed\":2,\"doubled\":3,\"pending\":5,\"placed\":1000,\"shipped\":4}"))
                .hasValue(new Tally(1000, 2, 3, 4, 5));
        assertThat(Tally.parse("{\"problem\":\"placed 1\"}")).isEmpty();
    }

    @Test
    void unbilledOrdersAreLostIfNothingHappensForLong() {
        assertThat(lostOrders.count(UNBILLED, true, START)).isZero();
        assertThat(lostOrders.count(
                        UNBILLED, true, START.plus(LostOrders.PATIENCE).minusMillis(1)))
                .isZero();
        assertThat(lostOrders.count(UNBILLED, true, START.plus(LostOrders.PATIENCE)))
                .isEqualTo(10);
    }

    @Test
    void ordersAreNotLostWhileSomethingHappensOrAProcessIsDown() {
        Instant later = START.plus(LostOrders.PATIENCE);
        lostOrders.count(new Tally(1000, 989, 0, 0, 0), true, START);
        assertThat(lostOrders.count(UNBILLED, true, later)).as("progress").isZero();

        lostOrders.count(UNBILLED, true, START);
        assertThat(lostOrders.count(UNBILLED, false, later))
                .as("a process is down")
                .isZero();
        assertThat(lostOrders.count(UNBILLED, true, later.plusSeconds(1)))
                .as("it is up again")
                .isZero();

        Tally pending = new Tally(1000, 990, 0, 990, 10);
        lostOrders.count(pending, true, START);
        assertThat(lostOrders.count(pending, true, later)).as("pending events").isZero();
    }

    @Test
    void tallyIsShownWhenItHasChanged() {
        board.accept(new Tally(0, 0, 0, 0, 0), board.changes(), false, START);
        board.accept(new Tally(0, 0, 0, 0, 0), board.changes(), false, START);
        board.accept(new Tally(1000, 613, 1, 0, 5), board.changes(), false, START);
        board.repeat();
        board.accept(new Tally(1000, 613, 1, 0, 5), board.changes(), false, START);
        assertThat(texts())
                .containsExactly(
                        "0 placed, 0 billed, 0 doubled, 0 lost",
                        "1,000 placed, 613 billed, 1 doubled, 0 lost (387 on the way)",
                        "1,000 placed, 613 billed, 1 doubled, 0 lost (387 on the way)");
    }

    @Test
    void resultOfAKillIsOneLineWhenAllIsDone() {
        board.noteBatch();
        board.accept(new Tally(412, 300, 0, 0, 12), board.changes(), true, START);
        assertThat(board.noteKill("server")).isEqualTo("412 placed, 300 billed, 0 doubled, 0 lost (112 on the way)");
        board.noteDuplicate();
        board.accept(new Tally(999, 999, 0, 0, 0), board.changes(), true, START); // another order will follow
        board.accept(new Tally(1000, 1000, 0, 0, 0), board.changes(), false, START); // the server is down
        assertThat(texts()).noneMatch(line -> line.startsWith("After the kill"));
        board.noteUp("server");

        board.accept(new Tally(1000, 1000, 0, 990, 0), board.changes(), false, START);
        assertThat(texts())
                .last()
                .isEqualTo("After the kill of the server: 1,000 placed, 1,000 billed, 0 doubled, 0 lost."
                        + " Duplicates that the inbox dropped: 1");
        assertThat(board.isBusy()).as("parcels may follow").isTrue();
        board.accept(new Tally(1000, 1000, 0, 1000, 0), board.changes(), false, START);
        board.accept(new Tally(1000, 1000, 0, 1000, 0), board.changes(), false, START);
        assertThat(board.isBusy()).isFalse();
    }

    @Test
    void tallyFromBeforeAKillIsNoResultOfIt() {
        Tally done = new Tally(1000, 1000, 0, 1000, 0);
        int before = board.changes();
        board.noteKill("broker");
        board.accept(done, before, false, START);
        board.accept(done, board.changes(), false, START);
        board.noteUp("broker");
        board.accept(done, before, false, START);
        assertThat(texts()).noneMatch(line -> line.startsWith("After the kill"));

        board.accept(done, board.changes(), false, START);
        assertThat(texts()).last().asString().startsWith("After the kill of the broker: 1,000 placed, 1,000 billed");
    }

    @Test
    void lostOrdersEndTheWait() {
        board.noteKill("broker");
        board.noteUp("broker");
        board.accept(UNBILLED, board.changes(), false, START);
        board.accept(UNBILLED, board.changes(), false, START.plus(LostOrders.PATIENCE));
        assertThat(texts()).last().asString().contains("After the kill of the broker", "990 billed", "10 lost");
    }

    private List<String> texts() {
        return lines.stream().map(line -> line.substring("12:00:00  ".length())).toList();
    }
}
