// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import io.onceward.queue.store.QueuedEvent;
import java.util.Collection;
import java.util.Map;

/**
 * What has become of the events of a batch. Events that are not mentioned were left unsent.
 *
 * @param confirmed the events that their brokers or handlers have confirmed, and those that are dropped
 * @param removed the confirmed events whose rows are removed already
 * @param refused the refused events
 */
public record Attempted(
        Collection<QueuedEvent> confirmed, Collection<QueuedEvent> removed, Map<QueuedEvent, Refusal> refused) {}
