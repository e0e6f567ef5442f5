// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.Message;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** An open connection. Thread-safe. */
final class NatsSession implements AutoCloseable {

    /** The time in which a live server answers a ping or a question. */
    private static final Duration ANSWER = Duration.ofSeconds(2);

    private final Connection connection;
    private final ServerErrors errors;
    private final JetStream jetStream;
    private final JetStreamManagement management;

    /** @param connection an open one, which is closed if this fails */
    NatsSession(Connection connection, ServerErrors errors) throws IOException {
        this.connection = connection;
        this.errors = errors;
        try {
            JetStreamOptions options =
                    JetStreamOptions.builder().requestTimeout(ANSWER).build();
            jetStream = connection.jetStream(options);
            management = connection.jetStreamManagement(options);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    Connection connection() {
        return connection;
    }

    JetStream jetStream() {
        return jetStream;
    }

    JetStreamManagement management() {
        return management;
    }

    ServerErrors errors() {
        return errors;
    }

    /** Returns the largest message with its headers, in bytes, that the server accepts. */
    long maxPayload() {
        return connection.getMaxPayload();
    }

    /** Returns whether the connection is not known to be lost. */
    boolean isOpen() {
        return connection.getStatus() == Connection.Status.CONNECTED;
    }

    /** Has the server answer after all that was sent before. */
    void ping() throws TimeoutException, InterruptedException {
        connection.flush(ANSWER);
    }

    /** Returns the server's answer to a question that is put to a subject; {@code null} if there is none in time. */
    Message ask(String subject, byte[] question) throws InterruptedException {
        return connection.request(subject, question, ANSWER);
    }

    /**
     * Asks whether JetStream works.
     *
     * @throws io.onceward.api.OncewardException if it does not
     */
    void requireJetStream(String servers) throws TimeoutException, InterruptedException {
        ping();
        try {
            management.getAccountStatistics();
        } catch (JetStreamApiException e) {
            throw NatsErrors.noJetStream("the NATS servers " + servers + " refuse its use", e);
        } catch (IOException e) {
            if (!errors.isForbidden("$JS.API.INFO")) { // a user who may only publish gets no answer
                throw NatsErrors.noJetStream("the NATS servers " + servers + " do not answer for it", e);
            }
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
