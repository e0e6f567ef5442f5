// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import jakarta.jms.JMSException;
import java.sql.SQLException;

/** gruelbox with a method that sends. */
final class GruelboxToBroker extends Gruelbox {

    private final BlockingSender sender;

    GruelboxToBroker(Stage stage) throws SQLException, JMSException {
        super(stage);
        sender = new BlockingSender(stage);
    }

    @Override
    public String about() {
        return super.about() + ", a blocking persistent send for each event";
    }

    @Override
    void deliver(String key, String payload) throws JMSException {
        sender.send(key, payload);
    }

    @Override
    public void close() throws JMSException {
        sender.close();
        super.close();
    }
}
