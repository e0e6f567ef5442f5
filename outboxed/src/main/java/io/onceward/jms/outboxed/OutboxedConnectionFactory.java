// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import io.onceward.outbox.AdapterOutbox;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import java.util.Objects;

/**
 * A connection factory whose connections record messages as events instead of sending them, for code and libraries that use
 * {@code Session} and {@code MessageProducer}. On a server, inject it with {@link Outboxed}; in a plain JVM, {@code Onceward} has one.
 *
 * <p>It opens no connection to a broker, and ignores user names and passwords: the relay connects by the connection factory of the
 * channel. Thread-safe.
 *
 * @since 0.1
 * @hidden
 */
public final class OutboxedConnectionFactory implements ConnectionFactory {

    private final MessageRecorder recorder;

    private OutboxedConnectionFactory(MessageRecorder recorder) {
        this.recorder = recorder;
    }

    /**
     * Returns a connection factory.
     *
     * @param outbox records the messages; not {@code null}
     * @throws NullPointerException if the outbox is {@code null}
     */
    public static ConnectionFactory of(AdapterOutbox outbox) {
        return new OutboxedConnectionFactory(new MessageRecorder(Objects.requireNonNull(outbox, "outbox")));
    }

    @Override
    public Connection createConnection() {
        return new OutboxedConnection(recorder);
    }

    @Override
    public Connection createConnection(String user, String password) {
        return createConnection();
    }

    @Override
    public JMSContext createContext() {
        return new OutboxedContext(recorder);
    }

    @Override
    public JMSContext createContext(String user, String password) {
        return createContext();
    }

    @Override
    public JMSContext createContext(String user, String password, int sessionMode) {
        return createContext();
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        return createContext();
    }
}
