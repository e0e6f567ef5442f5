// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.util.Collection;

/**
 * What a pass leaves alone.
 *
 * @param destinations those that can't be reached now
 * @param queues those that are paused: channels in the outbox, handlers in the inbox
 * @since 0.1
 */
public record Exclusions(Collection<String> destinations, Collection<String> queues) {}
