// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.MessageKind;
import jakarta.jms.Message;
import java.util.List;

/** The only kind of messages of the adapter. */
final class JmsMessageKind {

    static final List<MessageKind> ALL =
            List.of(new MessageKind(Message.class, new JmsMessageReader(), new JmsMessageIdentity()));

    private JmsMessageKind() {}
}
