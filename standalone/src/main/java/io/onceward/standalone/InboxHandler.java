// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import io.onceward.api.InboxMetadata;

/**
 * Handles stored messages.
 *
 * @param <T> the type to decode the payload to
 * @since 0.1
 */
@FunctionalInterface
public interface InboxHandler<T> {

    /**
     * Handles one message, in the transaction of the calling thread. The claim of the message commits with the effects.
     * Several threads may call it at the same time, for messages of different keys.
     *
     * @param payload the decoded payload; {@code null} if a codec decodes it so, as JSON-B does the JSON value {@code null}
     * @param metadata the metadata of the message; not {@code null}
     * @throws io.onceward.api.RetryLaterException to ask for a later attempt, which does not count
     * @throws Exception if the handler failed: the transaction rolls back, and the message is retried later or parked
     */
    void handle(T payload, InboxMetadata metadata) throws Exception;
}
