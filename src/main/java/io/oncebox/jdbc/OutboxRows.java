// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.spi.EventState;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.QueuedEvent;
import jakarta.json.JsonException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Makes events of rows. A row that somebody else wrote, with what no event has, becomes one with a defect. */
final class OutboxRows {

    static final String COLUMNS = "seq, state, attempts, id, aggregatetype, aggregateid, type, payload, contenttype,"
            + " headers, destination, slot, availableat";

    private final HeadersJson headers = new HeadersJson();

    QueuedEvent read(ResultSet row) throws SQLException {
        String defect = null;
        Map<String, String> parsed = Map.of();
        try {
            parsed = headers.read(row.getString("headers"));
        } catch (JsonException | IllegalStateException | ClassCastException e) {
            defect = "its headers are no JSON object: " + e.getMessage();
        }
        OutboxEvent event = new OutboxEvent(
                row.getString("id"),
                row.getString("aggregatetype"),
                row.getString("aggregateid"),
                row.getString("type"),
                row.getBytes("payload"),
                row.getString("contenttype"),
                parsed,
                row.getString("destination"),
                row.getInt("slot"),
                Timestamps.read(row.getObject("availableat", OffsetDateTime.class)));
        if (Stream.of(
                        event.id(),
                        event.channel(),
                        event.type(),
                        event.payload(),
                        event.contentType(),
                        event.destination())
                .anyMatch(Objects::isNull)) {
            defect = "a column that must have a value is null";
        }
        return new QueuedEvent(
                row.getLong("seq"), EventState.valueOf(row.getString("state")), row.getInt("attempts"), event, defect);
    }
}
