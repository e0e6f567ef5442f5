// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

/**
 * Shows what waits in the outbox and why, and changes it: for the people who operate the application. Inject it. A queue is a
 * channel.
 *
 * @since 0.1
 */
public interface OutboxAdmin extends QueueAdmin {}
