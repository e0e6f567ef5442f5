// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Receives the available messages of a consumer, up to a limit. */
final class JmsBatch {

    /** Bounds what a batch of large messages takes of the heap. */
    private static final long MAX_BYTES = 8L << 20;

    /**
     * The most messages that OpenMQ lets a transaction acknowledge, by default ({@code imq.transaction.consumer.maxNumMsgs}): it
     * refuses to receive the next one.
     */
    private static final int MAX_OF_OPENMQ = 100;

    private JmsBatch() {}

    /** Waits for the first message only. */
    static List<Message> receive(MessageConsumer consumer, int limit, Duration patience) throws JMSException {
        int most =
                consumer.getClass().getName().startsWith("com.sun.messaging.") ? Math.min(limit, MAX_OF_OPENMQ) : limit;
        List<Message> messages = new ArrayList<>();
        long bytes = 0;
        Message message = consumer.receive(patience.toMillis());
        while (message != null) {
            messages.add(message);
            bytes += size(message);
            message = messages.size() == most || bytes > MAX_BYTES ? null : consumer.receiveNoWait();
        }
        return messages;
    }

    /**
     * Returns the size of the body, and has the client keep the body: Artemis' client keeps only the end of a large bytes message that
     * is first read after the next message was received.
     */
    private static long size(Message message) throws JMSException {
        if (message instanceof BytesMessage) {
            return JmsCloudEvent.body(message).length;
        }
        return message instanceof TextMessage text && text.getText() != null
                ? text.getText().length()
                : 0;
    }
}
