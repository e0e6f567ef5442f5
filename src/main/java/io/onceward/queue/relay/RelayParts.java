// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import java.util.function.Consumer;

/**
 * The parts of a relay that belong to its queue.
 *
 * @param outlets where its events go
 * @param metrics the metrics that it records
 * @param breaker its circuit breaker
 * @param settings its settings
 * @param handOn gets its parked events
 * @param parked hears why each of them was parked, after the commit
 */
public record RelayParts(
        Outlets outlets,
        QueueMetrics metrics,
        QueueBreaker breaker,
        RelaySettings settings,
        ParkedEvents handOn,
        Consumer<String> parked) {}
