// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

/**
 * What is to be done once for a message.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface InboxWork {

    /**
     * Does it, in the transaction of the calling thread.
     *
     * @throws Exception if it failed: the transaction rolls back, and the message is to be delivered again
     */
    void run() throws Exception;
}
