// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

/**
 * Shows what waits in the stored inbox and why, and changes it: for the people who operate the application. Inject it. A queue
 * is a handler; a message stands here once for each handler that has not processed it yet.
 *
 * @since 0.1
 */
public interface InboxAdmin extends QueueAdmin {}
