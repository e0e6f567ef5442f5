// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

/**
 * An event in the outbox table, with its position.
 *
 * @param seq the position: drawn when the event was written, ascending
 * @param event the event
 * @since 0.1
 */
public record QueuedEvent(long seq, OutboxEvent event) {}
