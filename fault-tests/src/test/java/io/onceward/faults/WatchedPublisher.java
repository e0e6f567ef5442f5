// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.util.List;

/** A publisher with each publication, which ends with the broker's confirmation, as a step. */
record WatchedPublisher(EventPublisher publisher) implements EventPublisher {

    private static final String PUBLICATION = "publication";

    /** The relay hears of the confirmations after the step. */
    @Override
    public void publish(List<OutboxEvent> events, Results results) throws Exception {
        HeldResults held = new HeldResults(results);
        WatchedAdapter.step(PUBLICATION, () -> publisher.publish(events, held));
        held.release();
    }

    @Override
    public void close() {
        publisher.close();
    }
}
