// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.time.Instant;

/**
 * An event of the outbox, or a message of the inbox for one handler, without its payload. Texts are as they were recorded, by
 * whomever: escape them where you show them. Immutable.
 *
 * @param datasource in whose tables, by its configured name
 * @param position its position in its queue, by which it is found again, also after its state has changed
 * @param id the event's id
 * @param channel the channel it was recorded on, or received from
 * @param handler which handler it is for; {@code null} in the outbox
 * @param key its key; {@code null}: none
 * @param type its type
 * @param state how it stands in its queue
 * @param destination where it is to be published; in the inbox {@code handler:} and the handler's name
 * @param createdAt when it was recorded, or stored, by the database's clock
 * @param availableAt not before; {@code null}: at once
 * @param attempts how often it was refused
 * @param error why the last try failed, at most 2000 characters; {@code null}: none did
 * @since 0.1
 */
public record EventSummary(
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
        String error) {

    /** What it waits in: the handler, or the channel. */
    public String queue() {
        return handler == null ? channel : handler;
    }
}
