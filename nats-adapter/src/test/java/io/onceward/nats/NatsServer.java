// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.onceward.fixture.BrokerServer;
import io.onceward.fixture.NatsBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A NATS server with JetStream, and what the tests do with it without the adapter. */
final class NatsServer implements BrokerServer {

    private final NatsBroker broker;

    /** @param more further lines of the server's configuration */
    NatsServer(Path folder, String... more) throws IOException {
        broker = new NatsBroker(folder, more);
    }

    @Override
    public NatsServer start() throws IOException, InterruptedException {
        broker.start();
        return this;
    }

    /** Starts the process without waiting: a server of a cluster is not healthy before the others run. */
    void launch() throws IOException {
        broker.launch();
    }

    boolean isHealthy() {
        return broker.isHealthy();
    }

    String url() {
        return broker.address();
    }

    @Override
    public String address() {
        return url();
    }

    int port() {
        return broker.port();
    }

    @Override
    public void kill() throws InterruptedException {
        broker.kill();
    }

    @Override
    public void suspend() throws IOException, InterruptedException {
        broker.suspend();
    }

    @Override
    public void resume() throws IOException, InterruptedException {
        broker.resume();
    }

    Connection connect() throws IOException, InterruptedException {
        return Nats.connect(new Options.Builder()
                .server(url())
                .connectionTimeout(Duration.ofMinutes(1)) // also of the requests of a test
                .build());
    }

    void createStream(String name, String... subjects) throws Exception {
        createStream(StreamConfiguration.builder().name(name).subjects(subjects));
    }

    void createStream(StreamConfiguration.Builder stream) throws Exception {
        try (Connection connection = connect()) {
            connection
                    .jetStreamManagement()
                    .addStream(stream.storageType(StorageType.File).build());
        }
    }

    /** Returns the messages of a stream in their order. */
    List<MessageInfo> messages(String stream) throws IOException, JetStreamApiException, InterruptedException {
        try (Connection connection = connect()) {
            long last = connection
                    .jetStreamManagement()
                    .getStreamInfo(stream)
                    .getStreamState()
                    .getLastSequence();
            List<MessageInfo> messages = new ArrayList<>();
            for (long sequence = 1; sequence <= last; sequence++) {
                messages.add(connection.jetStreamManagement().getMessage(stream, sequence));
            }
            return messages;
        }
    }

    /** Sends a message as another application does. */
    void send(String subject, Headers headers, String text) throws Exception {
        try (Connection connection = connect()) {
            connection
                    .jetStream()
                    .publish(NatsMessage.builder()
                            .subject(subject)
                            .headers(headers)
                            .data(text)
                            .build());
        }
    }

    @Override
    public void close() {
        broker.close();
    }
}
