// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import io.onceward.api.InboxMetadata;
import io.onceward.codec.PayloadDecoder;
import io.onceward.inbox.FailureTypes;
import io.onceward.inbox.MessageHandler;
import java.util.Optional;
import java.util.concurrent.Callable;

/** A handler of the builder. */
record GivenHandler<T>(
        String channel,
        String name,
        Class<T> type,
        InboxHandler<? super T> code,
        FailureTypes failureTypes,
        PayloadDecoder decoding)
        implements MessageHandler {

    @Override
    public Callable<?> decode(byte[] payload, InboxMetadata metadata) throws Exception {
        T decoded = type.cast(decoding.decode(payload));
        return () -> {
            code.handle(decoded, metadata);
            return null;
        };
    }

    @Override
    public Optional<String> difference(byte[] payload, boolean isOwn) {
        return decoding.difference(payload, isOwn);
    }

    @Override
    public int latestVersion(String eventType) {
        return decoding.latestVersion(eventType);
    }
}
