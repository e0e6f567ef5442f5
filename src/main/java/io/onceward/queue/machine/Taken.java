// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import io.onceward.queue.store.QueuedEvent;
import java.util.List;

/**
 * A batch: events that one sender has taken.
 *
 * @param number the number of the batch
 * @param events in their order
 */
public record Taken(long number, List<QueuedEvent> events) {}
