// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import jakarta.jms.BytesMessage;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.io.Serializable;

/**
 * What a context and a session have in common if they only send: they create messages and destinations, and refuse transactions,
 * browsers and temporary destinations. Thread-safe.
 */
abstract class SendOnly {

    public BytesMessage createBytesMessage() {
        return new OutboxedBytesMessage();
    }

    public MapMessage createMapMessage() {
        return new OutboxedMapMessage();
    }

    public Message createMessage() {
        return new OutboxedMessage();
    }

    public ObjectMessage createObjectMessage() {
        return new OutboxedObjectMessage(null);
    }

    public ObjectMessage createObjectMessage(Serializable object) {
        return new OutboxedObjectMessage(object);
    }

    public StreamMessage createStreamMessage() {
        return new OutboxedStreamMessage();
    }

    public TextMessage createTextMessage() {
        return new OutboxedTextMessage(null);
    }

    public TextMessage createTextMessage(String text) {
        return new OutboxedTextMessage(text);
    }

    public Queue createQueue(String name) {
        return new OutboxedQueue(name);
    }

    public Topic createTopic(String name) {
        return new OutboxedTopic(name);
    }

    public void commit() {
        throw OutboxedErrors.sessionTransaction("commit()");
    }

    public void rollback() {
        throw OutboxedErrors.sessionTransaction("rollback()");
    }

    public void recover() {
        throw OutboxedErrors.sessionTransaction("recover()");
    }

    public QueueBrowser createBrowser(Queue queue) {
        throw OutboxedErrors.receiving("createBrowser");
    }

    public QueueBrowser createBrowser(Queue queue, String selector) {
        throw OutboxedErrors.receiving("createBrowser");
    }

    public void unsubscribe(String name) {
        throw OutboxedErrors.receiving("unsubscribe");
    }

    public TemporaryQueue createTemporaryQueue() {
        throw OutboxedErrors.temporaryDestination("createTemporaryQueue()");
    }

    public TemporaryTopic createTemporaryTopic() {
        throw OutboxedErrors.temporaryDestination("createTemporaryTopic()");
    }
}
