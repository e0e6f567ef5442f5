// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

/**
 * The inbox table of one datasource. Thread-safe.
 *
 * @since 0.1
 */
public interface InboxStore {

    /**
     * Claims a message for a handler in the transaction of the calling thread. Waits for a concurrent claim of the same
     * message and then sees its outcome.
     *
     * @return {@code false} if the message was claimed before
     */
    boolean claim(String handler, String messageId);
}
