// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.LongConsumer;

/** The application's own code that gets the events: a row of business for each, in the transaction of the connection. */
final class Handler {

    private volatile LongConsumer handled = number -> {};

    /** Has each event noted that comes from now on. */
    void note(LongConsumer each) {
        handled = each;
    }

    void handle(Connection connection, String payload) throws SQLException {
        long number = Event.numberIn(payload);
        Business.insert(connection, List.of(Event.of(number, 1)));
        handled.accept(number);
    }
}
