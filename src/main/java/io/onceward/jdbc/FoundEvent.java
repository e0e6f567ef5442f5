// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import java.time.Instant;

/** An event as its row has it. */
record FoundEvent(
        String datasource,
        long position,
        String id,
        String channel,
        String handler,
        String key,
        String type,
        EventState state,
        String destination,
        Instant createdAt,
        Instant availableAt,
        int attempts,
        String error)
        implements EventSummary {

    @Override
    public String queue() {
        return handler == null ? channel : handler;
    }
}
