// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import io.oncebox.api.InboxMetadata;
import io.oncebox.inbox.MessageHandler;
import io.oncebox.outbox.Codecs;
import io.oncebox.spi.PayloadCodec;
import java.util.List;
import java.util.concurrent.Callable;

/** A handler that the builder was given. */
record GivenHandler<T>(
        String channel, String name, Class<T> type, InboxHandler<? super T> code, List<PayloadCodec> codecs)
        implements MessageHandler {

    @Override
    public Callable<?> decode(byte[] payload, InboxMetadata metadata) throws Exception {
        T decoded = type.cast(Codecs.decode(codecs, payload, type));
        return () -> {
            code.handle(decoded, metadata);
            return null;
        };
    }
}
