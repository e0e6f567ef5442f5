// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.Delivery;
import io.onceward.spi.MessageKind;
import java.util.List;

/** The only kind of messages of the adapter. */
final class RabbitMessageKind {

    static final List<MessageKind> ALL =
            List.of(new MessageKind(Delivery.class, new RabbitMessageReader(), new RabbitMessageIdentity()));

    private RabbitMessageKind() {}
}
