// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** Shows the tally when it has changed, and after a kill the result in one line. Safe for use by several threads. */
final class Board {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss  ", Locale.ROOT);

    private final Consumer<String> terminal;
    private final LostOrders lostOrders = new LostOrders();
    private Tally last;
    private String shown = "";
    private String killed;
    private final Set<String> down = new HashSet<>();
    private int changes;
    private long duplicates;
    private boolean isBusy;

    Board(Consumer<String> terminal) {
        this.terminal = terminal;
    }

    /** Returns the number of kills and restarts until now. */
    synchronized int changes() {
        return changes;
    }

    /**
     * Takes the next tally.
     *
     * @param before the kills and restarts before the tally began: one that began before a kill does not tell the result of the kill
     * @param isPlacing whether a batch of orders is being placed
     */
    synchronized void accept(Tally tally, int before, boolean isPlacing, Instant now) {
        boolean isAllUp = down.isEmpty() && before == changes;
        long lost = lostOrders.count(tally, isAllUp, now);
        String text = text(tally, lost);
        boolean isOver = !isPlacing && isAllUp && tally.unbilled() == lost;
        if (killed != null && isOver) {
            show("After the kill of the " + killed + ": " + text
                    + String.format(Locale.ROOT, ". Duplicates that the inbox dropped: %,d", duplicates));
            killed = null;
        } else if (!text.equals(shown)) {
            show(text);
        }
        shown = text;
        isBusy &= !isOver || !tally.equals(last);
        last = tally;
    }

    private static String text(Tally tally, long lost) {
        String text = String.format(
                Locale.ROOT,
                "%,d placed, %,d billed, %,d doubled, %,d lost",
                tally.placed(),
                tally.billed(),
                tally.doubled(),
                lost);
        long onTheWay = tally.unbilled() - lost;
        return onTheWay > 0 ? text + String.format(Locale.ROOT, " (%,d on the way)", onTheWay) : text;
    }

    /** Shows a line like those of the log, with the time. */
    private void show(String text) {
        terminal.accept(LocalTime.now(ZoneId.systemDefault()).format(TIME) + text);
    }

    /** Makes the next tally appear, even if it has not changed. */
    synchronized void repeat() {
        shown = "";
    }

    synchronized void noteBatch() {
        isBusy = true;
    }

    /** Notes the kill of the server or the broker. Returns the last tally, as a part of a sentence. */
    synchronized String noteKill(String service) {
        changes++;
        down.add(service);
        if (killed == null) {
            duplicates = 0;
        }
        killed = killed == null || killed.equals(service) ? service : "server and the broker";
        isBusy = true;
        return last == null ? "no figures" : text(last, 0);
    }

    /** Notes that the server or the broker is up again. */
    synchronized void noteUp(String service) {
        changes++;
        down.remove(service);
    }

    synchronized void noteDuplicate() {
        duplicates++;
    }

    /** Returns whether many orders are under way, so that lines about each of them would hide the tally. */
    synchronized boolean isBusy() {
        return isBusy;
    }
}
