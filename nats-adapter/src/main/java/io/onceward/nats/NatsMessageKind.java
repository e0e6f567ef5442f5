// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Message;
import io.onceward.spi.MessageKind;
import java.util.List;

/** The only kind of messages of the adapter. */
final class NatsMessageKind {

    static final List<MessageKind> ALL =
            List.of(new MessageKind(Message.class, new NatsMessageReader(), new NatsMessageIdentity()));

    private NatsMessageKind() {}
}
