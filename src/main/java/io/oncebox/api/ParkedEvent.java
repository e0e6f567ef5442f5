// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.time.Instant;

/**
 * An event that could not be published and waits for somebody to decide. Its payload stays in the table.
 *
 * @param datasource the datasource in whose outbox it is, by its configured name
 * @param id the event's id
 * @param channel the channel it was recorded on
 * @param key its key; {@code null}: none
 * @param type its type
 * @param destination where it was to be published
 * @param createdAt when it was recorded, by the database's clock
 * @param attempts how often it was tried
 * @param error why the last try failed, at most 2000 characters
 * @since 0.1
 */
public record ParkedEvent(
        String datasource,
        String id,
        String channel,
        String key,
        String type,
        String destination,
        Instant createdAt,
        int attempts,
        String error) {}
