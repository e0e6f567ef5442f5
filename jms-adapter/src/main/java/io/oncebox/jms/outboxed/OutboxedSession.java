// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms.outboxed;

import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import java.io.Serializable;

/** A session whose producers record, in the JTA transaction of the thread. Not thread-safe, as a session is not. */
final class OutboxedSession implements Session {

    private final MessageRecorder recorder;
    private final boolean transacted;
    private final int acknowledgeMode;

    OutboxedSession(MessageRecorder recorder, boolean transacted, int acknowledgeMode) {
        this.recorder = recorder;
        this.transacted = transacted;
        this.acknowledgeMode = acknowledgeMode;
    }

    @Override
    public MessageProducer createProducer(Destination destination) {
        return new OutboxedMessageProducer(recorder, destination);
    }

    @Override
    public boolean getTransacted() {
        return transacted;
    }

    @Override
    public int getAcknowledgeMode() {
        return transacted ? SESSION_TRANSACTED : acknowledgeMode;
    }

    @Override
    public void close() {
        // nothing is open
    }

    @Override
    public BytesMessage createBytesMessage() {
        return new OutboxedBytesMessage();
    }

    @Override
    public MapMessage createMapMessage() {
        return new OutboxedMapMessage();
    }

    @Override
    public Message createMessage() {
        return new OutboxedMessage();
    }

    @Override
    public ObjectMessage createObjectMessage() {
        return new OutboxedObjectMessage(null);
    }

    @Override
    public ObjectMessage createObjectMessage(Serializable object) {
        return new OutboxedObjectMessage(object);
    }

    @Override
    public StreamMessage createStreamMessage() {
        return new OutboxedStreamMessage();
    }

    @Override
    public TextMessage createTextMessage() {
        return new OutboxedTextMessage(null);
    }

    @Override
    public TextMessage createTextMessage(String text) {
        return new OutboxedTextMessage(text);
    }

    @Override
    public Queue createQueue(String name) {
        return new OutboxedQueue(name);
    }

    @Override
    public Topic createTopic(String name) {
        return new OutboxedTopic(name);
    }

    @Override
    public void commit() {
        throw OutboxedErrors.sessionTransaction("commit()");
    }

    @Override
    public void rollback() {
        throw OutboxedErrors.sessionTransaction("rollback()");
    }

    @Override
    public void recover() {
        throw OutboxedErrors.sessionTransaction("recover()");
    }

    @Override
    public MessageListener getMessageListener() {
        throw OutboxedErrors.receiving("getMessageListener");
    }

    @Override
    public void setMessageListener(MessageListener listener) {
        throw OutboxedErrors.receiving("setMessageListener");
    }

    @Override
    public void run() {
        throw OutboxedErrors.receiving("run");
    }

    @Override
    public MessageConsumer createConsumer(Destination destination) {
        throw OutboxedErrors.receiving("createConsumer");
    }

    @Override
    public MessageConsumer createConsumer(Destination destination, String selector) {
        throw OutboxedErrors.receiving("createConsumer");
    }

    @Override
    public MessageConsumer createConsumer(Destination destination, String selector, boolean noLocal) {
        throw OutboxedErrors.receiving("createConsumer");
    }

    @Override
    public MessageConsumer createSharedConsumer(Topic topic, String name) {
        throw OutboxedErrors.receiving("createSharedConsumer");
    }

    @Override
    public MessageConsumer createSharedConsumer(Topic topic, String name, String selector) {
        throw OutboxedErrors.receiving("createSharedConsumer");
    }

    @Override
    public TopicSubscriber createDurableSubscriber(Topic topic, String name) {
        throw OutboxedErrors.receiving("createDurableSubscriber");
    }

    @Override
    public TopicSubscriber createDurableSubscriber(Topic topic, String name, String selector, boolean noLocal) {
        throw OutboxedErrors.receiving("createDurableSubscriber");
    }

    @Override
    public MessageConsumer createDurableConsumer(Topic topic, String name) {
        throw OutboxedErrors.receiving("createDurableConsumer");
    }

    @Override
    public MessageConsumer createDurableConsumer(Topic topic, String name, String selector, boolean noLocal) {
        throw OutboxedErrors.receiving("createDurableConsumer");
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(Topic topic, String name) {
        throw OutboxedErrors.receiving("createSharedDurableConsumer");
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(Topic topic, String name, String selector) {
        throw OutboxedErrors.receiving("createSharedDurableConsumer");
    }

    @Override
    public QueueBrowser createBrowser(Queue queue) {
        throw OutboxedErrors.receiving("createBrowser");
    }

    @Override
    public QueueBrowser createBrowser(Queue queue, String selector) {
        throw OutboxedErrors.receiving("createBrowser");
    }

    @Override
    public void unsubscribe(String name) {
        throw OutboxedErrors.receiving("unsubscribe");
    }

    @Override
    public TemporaryQueue createTemporaryQueue() {
        throw OutboxedErrors.temporaryDestination("createTemporaryQueue()");
    }

    @Override
    public TemporaryTopic createTemporaryTopic() {
        throw OutboxedErrors.temporaryDestination("createTemporaryTopic()");
    }
}
