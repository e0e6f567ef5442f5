// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

/**
 * Processes one message.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface InboxWork {

    /**
     * Processes the message, in the transaction of the calling thread.
     *
     * @throws Exception if the work failed: the transaction rolls back, and the broker must redeliver the message
     */
    void run() throws Exception;
}
