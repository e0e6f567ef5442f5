// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

import io.oncebox.spi.OutboxStore;

/**
 * An outgoing channel, resolved.
 *
 * @param name its name
 * @param store where its events are recorded
 * @param destination where its events are published, a URI
 * @param ownTransaction whether an event without a transaction opens its own
 */
public record Channel(String name, OutboxStore store, String destination, boolean ownTransaction) {}
