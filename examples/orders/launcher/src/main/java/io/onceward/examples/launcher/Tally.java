// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The figures that the application has counted in its database.
 *
 * @param placed orders
 * @param billed orders with at least one invoice
 * @param doubled orders with more than one invoice
 * @param shipped orders with at least one parcel; 0 if the application ships nothing
 * @param pending events of orders in the outbox, and messages about orders in the stored inbox
 */
record Tally(long placed, long billed, long doubled, long shipped, long pending) {

    private static final Pattern FIGURE = Pattern.compile("\"(\\w+)\":(\\d+)");

    /** Reads the answer of the application, or returns nothing if it is another one. */
    static Optional<Tally> parse(String json) {
        long[] figures = new long[5];
        String[] names = {"placed", "billed", "doubled", "shipped", "pending"};
        for (int i = 0; i < names.length; i++) {
            String name = names[i];
            Optional<String> figure = FIGURE.matcher(json)
                    .results()
                    .filter(found -> found.group(1).equals(name))
                    .map(found -> found.group(2))
                    .findFirst();
            if (figure.isEmpty() && !name.equals("shipped")) {
                return Optional.empty();
            }
            figures[i] = figure.map(Long::parseLong).orElse(0L);
        }
        return Optional.of(new Tally(figures[0], figures[1], figures[2], figures[3], figures[4]));
    }

    long unbilled() {
        return placed - billed;
    }
}
