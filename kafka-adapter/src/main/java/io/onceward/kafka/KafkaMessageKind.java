// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.spi.MessageKind;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The only kind of messages of the adapter. */
final class KafkaMessageKind {

    static final List<MessageKind> ALL =
            List.of(new MessageKind(ConsumerRecord.class, new KafkaMessageReader(), new KafkaMessageIdentity()));

    private KafkaMessageKind() {}
}
