// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.util.Collection;

/**
 * The events that a cycle leaves out.
 *
 * @param destinations the destinations behind open circuit breakers
 * @param queues the paused queues: channels in the outbox, handlers in the inbox
 */
public record Exclusions(Collection<String> destinations, Collection<String> queues) {}
