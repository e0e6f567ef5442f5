// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import java.sql.SQLException;
import java.util.function.LongConsumer;

/** gruelbox with a method that does business. */
final class GruelboxLocal extends Gruelbox implements LocalProducer {

    private final Handler handler = new Handler();

    GruelboxLocal(Stage stage) throws SQLException {
        super(stage);
    }

    @Override
    public String about() {
        return super.about() + ", a handler for each event";
    }

    @Override
    void deliver(String key, String payload) throws SQLException {
        transactions().requireTransaction(transaction -> handler.handle(transaction.connection(), payload));
    }

    @Override
    public void note(LongConsumer handled) {
        handler.note(handled);
    }
}
