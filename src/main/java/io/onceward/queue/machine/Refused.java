// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import io.onceward.queue.store.QueuedEvent;

/**
 * A refused event.
 *
 * @param event the event
 * @param lane its lane
 * @param refusal why the broker or the handler refused it
 */
public record Refused(QueuedEvent event, int lane, Refusal refusal) {}
