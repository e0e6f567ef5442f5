// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.fixture.TestPublisher;
import io.oncebox.spi.OutboxEvent;
import java.util.List;

/** A publisher for tests that only record. */
final class SilentPublisher extends TestPublisher {

    @Override
    public void publish(List<OutboxEvent> events) {
        throw new AssertionError("nothing is published here");
    }
}
