// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import jakarta.jms.Destination;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;

/** A session whose producers record, in the JTA transaction of the thread. Not thread-safe, as a session is not. */
final class OutboxedSession extends SendOnly implements Session {

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
}
