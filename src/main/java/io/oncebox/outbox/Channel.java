// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.OutboxStore;
import java.util.function.UnaryOperator;

/**
 * An outgoing channel, resolved.
 *
 * @param name its name
 * @param store where its events are recorded
 * @param destination where its events are published, a URI
 * @param ownTransaction whether an event without a transaction opens its own
 * @param envelope what an event is put into when it is recorded
 */
public record Channel(
        String name,
        OutboxStore store,
        String destination,
        boolean ownTransaction,
        UnaryOperator<OutboxEvent> envelope) {}
