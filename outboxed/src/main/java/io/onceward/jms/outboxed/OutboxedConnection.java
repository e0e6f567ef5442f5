// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;

/** A connection to nothing, whose sessions record. Thread-safe. */
final class OutboxedConnection implements Connection {

    private final MessageRecorder recorder;
    private volatile ExceptionListener exceptionListener;

    OutboxedConnection(MessageRecorder recorder) {
        this.recorder = recorder;
    }

    @Override
    public Session createSession(boolean transacted, int acknowledgeMode) {
        return new OutboxedSession(recorder, transacted, acknowledgeMode);
    }

    @Override
    public Session createSession(int sessionMode) {
        return createSession(sessionMode == Session.SESSION_TRANSACTED, sessionMode);
    }

    @Override
    public Session createSession() {
        return createSession(false, Session.AUTO_ACKNOWLEDGE);
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
    public void close() {
        // nothing is open
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Destination destination, String selector, ServerSessionPool pool, int max) {
        throw OutboxedErrors.receiving("createConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createSharedConnectionConsumer(
            Topic topic, String name, String selector, ServerSessionPool pool, int max) {
        throw OutboxedErrors.receiving("createSharedConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createDurableConnectionConsumer(
            Topic topic, String name, String selector, ServerSessionPool pool, int max) {
        throw OutboxedErrors.receiving("createDurableConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createSharedDurableConnectionConsumer(
            Topic topic, String name, String selector, ServerSessionPool pool, int max) {
        throw OutboxedErrors.receiving("createSharedDurableConnectionConsumer");
    }
}
