// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import java.sql.SQLException;
import java.util.function.LongConsumer;

/** namastack with a handler that does business in a transaction. */
final class NamastackLocal extends Namastack implements LocalProducer {

    private final Handler handler = new Handler();

    NamastackLocal(Stage stage) throws SQLException {
        super(stage);
    }

    @Override
    public String about() {
        return super.about() + ", a handler for each event, in a transaction of its own";
    }

    @Override
    void deliver(String key, String payload) {
        transactions()
                .executeWithoutResult(
                        status -> SpringTransactions.use(pool(), connection -> handler.handle(connection, payload)));
    }

    @Override
    public void note(LongConsumer handled) {
        handler.note(handled);
    }
}
