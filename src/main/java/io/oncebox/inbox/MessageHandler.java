// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import io.oncebox.api.InboxMetadata;
import java.util.concurrent.Callable;

/** A handler of stored messages. Thread-safe. */
public interface MessageHandler {

    /** By which claims, rows and messages name it. */
    String name();

    /** Whose messages it gets. */
    String channel();

    /**
     * Decodes a message, without a transaction.
     *
     * @return handles it, in the transaction of the claim
     * @throws Exception if it can't be decoded, now or ever
     */
    Callable<?> decode(byte[] payload, InboxMetadata metadata) throws Exception;
}
