// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import io.oncebox.api.InboxMetadata;
import io.oncebox.codec.PayloadDecoder;
import io.oncebox.inbox.FailureTypes;
import io.oncebox.inbox.MessageHandler;
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
}
