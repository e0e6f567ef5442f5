// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.fixture.TestPublisher;
import io.onceward.spi.OutboxEvent;
import java.util.Optional;

/** Of a broker whose headers have no hyphen in their names; nothing is ever published. */
final class HyphenlessPublisher extends TestPublisher {

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return name.indexOf('-') < 0
                ? Optional.empty()
                : Optional.of(new IllegalHeader("it has a hyphen", "'" + name.replace('-', '_') + "'"));
    }

    @Override
    protected void publish(OutboxEvent event) {
        throw new AssertionError("nothing is published here");
    }
}
