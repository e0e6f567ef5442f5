// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.util.Map;

/**
 * The metadata of a message in the stored inbox. Onceward's implementation is immutable, and its {@code toString()} contains no
 * values of headers.
 *
 * <p>Applications implement this interface only to test their handlers ({@link InboxMessage#of}). A method that a later version
 * adds has a default.
 *
 * @since 0.1
 */
public interface InboxMetadata {

    /** Returns the identity by which duplicates are recognized; its hash if it is longer than 255 characters. Not {@code null}. */
    String id();

    /** Returns the channel for which the message was stored. Not {@code null}. */
    String channel();

    /**
     * Returns the key. Messages of one channel with the same key are handled in the order in which they were stored.
     *
     * @return {@code null} if the message has none
     */
    String key();

    /** Returns the type that the sender gave; without one the channel's name. Not {@code null}. */
    String type();

    /** Returns the media type of the payload that the sender gave. Not {@code null}. */
    String contentType();

    /** Returns the other properties of the message as texts, unmodifiable. Not {@code null}. */
    Map<String, String> headers();

    /**
     * Returns the id of the chain of messages that this one is part of: the header {@link OutboxMetadata#CORRELATION_ID}, else
     * the message's id. Events that the handler records inherit it. The sender chooses it, and its length. Not {@code null}.
     */
    default String correlationId() {
        return headers().getOrDefault(OutboxMetadata.CORRELATION_ID, id());
    }
}
