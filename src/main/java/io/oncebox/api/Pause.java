// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.time.Instant;

/**
 * A queue that is paused. Immutable.
 *
 * @param queue the channel in the outbox, the handler in the inbox
 * @param by who paused it
 * @param since when, by the database's clock
 * @since 0.1
 */
public record Pause(String queue, String by, Instant since) {}
