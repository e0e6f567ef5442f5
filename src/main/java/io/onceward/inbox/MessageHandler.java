// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.InboxMetadata;
import java.util.concurrent.Callable;

/** A handler of stored messages. Thread-safe. */
public interface MessageHandler {

    /** Returns the name of the handler in claims, rows and texts. */
    String name();

    /** Returns the channel whose messages the handler gets. */
    String channel();

    /** Returns the exception types by which its failures differ. */
    default FailureTypes failureTypes() {
        return FailureTypes.NONE;
    }

    /**
     * Decodes a message, without a transaction.
     *
     * @return calls the handler, in the transaction of the claim
     * @throws Exception if the message can never be decoded, or can't be decoded now ({@link FailureTypes#undecoded})
     */
    Callable<?> decode(byte[] payload, InboxMetadata metadata) throws Exception;
}
