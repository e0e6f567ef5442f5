// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

/**
 * The administration of the stored inbox: shows the messages that wait and why, and changes them. Inject it. A queue is a
 * handler. A message has one row for each handler that has not processed it yet.
 *
 * <p>Thread-safe. {@link QueueAdmin} documents the methods.
 *
 * @since 0.1
 */
public interface InboxAdmin extends QueueAdmin {}
