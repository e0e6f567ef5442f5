// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

/**
 * The event or message of which a log message speaks.
 *
 * @param kind "event" or "message"
 * @param target the destination or the handler
 */
record Subject(String kind, String id, String channel, String target) {}
