// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

import io.oncebox.queue.AppendStore;
import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.OutboxEvent;
import java.util.function.UnaryOperator;

/**
 * An outgoing channel, resolved.
 *
 * @param name its name
 * @param store where its events are recorded
 * @param publisher publishes its events
 * @param destination where its events are published, a URI
 * @param ownTransaction whether an event without a transaction opens its own
 * @param envelope what an event is put into when it is recorded
 */
public record Channel(
        String name,
        AppendStore store,
        EventPublisher publisher,
        String destination,
        boolean ownTransaction,
        UnaryOperator<OutboxEvent> envelope) {}
