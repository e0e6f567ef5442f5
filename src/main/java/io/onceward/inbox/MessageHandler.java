// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.InboxMetadata;
import java.util.List;
import java.util.Optional;
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

    /** Returns whether a transaction of the handler may have several messages. */
    default boolean takesBatches() {
        return false;
    }

    /**
     * Returns what handles several messages, in the transaction of their claims.
     *
     * @param decoded what {@link #decode} has returned for each, in the order of the messages
     */
    default Callable<?> together(List<Callable<?>> decoded) {
        return () -> {
            for (Callable<?> each : decoded) {
                each.call();
            }
            return null;
        };
    }

    /**
     * Returns what decoding a payload would lose without an exception; empty if nothing, or if that can't be known.
     *
     * @param isOwn whether the application has recorded the payload itself
     * @throws Exception if the payload can't be read
     */
    default Optional<String> difference(byte[] payload, boolean isOwn) throws Exception {
        return Optional.empty();
    }

    /** Returns the latest version of the events of a type that its class can take; the highest number if its class is of another type. */
    default int latestVersion(String type) {
        return Integer.MAX_VALUE;
    }

    /** Runs the handling of a message, with its transaction, in a request context if handlers have one. */
    default <T> T inRequest(Callable<T> handling) throws Exception {
        return handling.call();
    }
}
