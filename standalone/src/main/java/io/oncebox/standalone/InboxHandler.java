// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import io.oncebox.api.InboxMetadata;

/**
 * Handles stored messages.
 *
 * @param <T> what the payload is decoded to
 * @since 0.1
 */
@FunctionalInterface
public interface InboxHandler<T> {

    /**
     * Handles one message, in the transaction of the calling thread, which commits the claim of the message together with
     * what is done here. Called by several threads at the same time, for messages of different keys.
     *
     * @throws Exception if it failed: the transaction rolls back, and the message is tried again later or parked
     */
    void handle(T payload, InboxMetadata metadata) throws Exception;
}
