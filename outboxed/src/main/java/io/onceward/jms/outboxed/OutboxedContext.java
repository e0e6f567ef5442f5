// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Topic;

/**
 * A context whose producers record. It has no connection, so starting, stopping and closing it have no effect. Thread-safe.
 */
class OutboxedContext extends SendOnly implements JMSContext {

    private final MessageRecorder recorder;
    private volatile ExceptionListener exceptionListener;

    OutboxedContext(MessageRecorder recorder) {
        this.recorder = recorder;
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        return new OutboxedContext(recorder);
    }

    @Override
    public JMSProducer createProducer() {
        return new OutboxedProducer(recorder);
    }

    @Override
    public String getClientID() {
        return null;
    }

    @Override
    public void setClientID(String clientId) {
        throw OutboxedErrors.unsupported("setClientID");
    }

    @Override
    public ConnectionMetaData getMetaData() {
        return new OutboxedMetaData();
    }

    @Override
    public ExceptionListener getExceptionListener() {
        return exceptionListener;
    }

    /** Keeps the listener, which is never called: there is no connection that could fail. */
    @Override
    public void setExceptionListener(ExceptionListener listener) {
        exceptionListener = listener;
    }

    @Override
    public void start() {
        // nothing is received
    }

    @Override
    public void stop() {
        // nothing is received
    }

    @Override
    public void setAutoStart(boolean autoStart) {
        // nothing is received
    }

    @Override
    public boolean getAutoStart() {
        return true;
    }

    @Override
    public void close() {
        // nothing is open
    }

    /** Returns {@code true}, as a context in a JTA transaction does. */
    @Override
    public boolean getTransacted() {
        return true;
    }

    @Override
    public int getSessionMode() {
        return SESSION_TRANSACTED;
    }

    @Override
    public void acknowledge() {
        throw OutboxedErrors.sessionTransaction("acknowledge()");
    }

    @Override
    public JMSConsumer createConsumer(Destination destination) {
        throw OutboxedErrors.receiving("createConsumer");
    }

    @Override
    public JMSConsumer createConsumer(Destination destination, String selector) {
        throw OutboxedErrors.receiving("createConsumer");
    }

    @Override
    public JMSConsumer createConsumer(Destination destination, String selector, boolean noLocal) {
        throw OutboxedErrors.receiving("createConsumer");
    }

    @Override
    public JMSConsumer createDurableConsumer(Topic topic, String name) {
        throw OutboxedErrors.receiving("createDurableConsumer");
    }

    @Override
    public JMSConsumer createDurableConsumer(Topic topic, String name, String selector, boolean noLocal) {
        throw OutboxedErrors.receiving("createDurableConsumer");
    }

    @Override
    public JMSConsumer createSharedDurableConsumer(Topic topic, String name) {
        throw OutboxedErrors.receiving("createSharedDurableConsumer");
    }

    @Override
    public JMSConsumer createSharedDurableConsumer(Topic topic, String name, String selector) {
        throw OutboxedErrors.receiving("createSharedDurableConsumer");
    }

    @Override
    public JMSConsumer createSharedConsumer(Topic topic, String name) {
        throw OutboxedErrors.receiving("createSharedConsumer");
    }

    @Override
    public JMSConsumer createSharedConsumer(Topic topic, String name, String selector) {
        throw OutboxedErrors.receiving("createSharedConsumer");
    }
}
