// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.fixture.TestPublisher;
import io.onceward.spi.OutboxEvent;

/** A publisher for tests that only record. */
final class SilentPublisher extends TestPublisher {

    @Override
    protected void publish(OutboxEvent event) {
        throw new AssertionError("nothing is published here");
    }
}
