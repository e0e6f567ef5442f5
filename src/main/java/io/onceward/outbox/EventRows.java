// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.queue.RecordedEvent;
import java.util.List;

/**
 * The rows of one event. All have the same id.
 *
 * @param outbox one for each destination that a relay publishes to
 * @param local one for each handler that gets the event without a broker
 */
record EventRows(String id, List<RecordedEvent> outbox, List<RecordedEvent> local) {}
