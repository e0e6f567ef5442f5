// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.fixture.TestPublisher;
import io.onceward.spi.OutboxEvent;
import java.util.List;

/** A publisher for tests that only record. */
final class SilentPublisher extends TestPublisher {

    @Override
    public void publish(List<OutboxEvent> events) {
        throw new AssertionError("nothing is published here");
    }
}
