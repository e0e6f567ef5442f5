// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import io.nats.client.Connection;
import io.nats.client.ConsumerContext;
import io.nats.client.JetStream;
import io.nats.client.MessageConsumer;
import io.nats.client.Nats;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.PublishAck;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.onceward.benchmarks.contestants.Event;
import io.onceward.fixture.NatsBroker;
import io.onceward.standalone.OncewardBuilder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** NATS JetStream, with a new stream in files for each slice. */
final class NatsMeasured implements MeasuredBroker {

    private static final String STREAM = "ORDERS";
    private static final String SUBJECT = "orders";
    private static final long PATIENCE_SECONDS = 60;

    private final NatsBroker broker;
    private final Connection connection;
    private boolean exists;

    NatsMeasured(Path folder) throws Exception {
        broker = new NatsBroker(Files.createDirectories(folder.resolve("nats"))).start();
        connection = Nats.connect(broker.address());
    }

    @Override
    public String about() {
        return "NATS " + connection.getServerInfo().getVersion() + ", one server, a stream in files";
    }

    @Override
    public long pid() {
        return broker.process().pid();
    }

    @Override
    public OncewardBuilder connect(OncewardBuilder builder) {
        return builder;
    }

    @Override
    public Map<String, String> configuration() {
        return Map.of(
                "onceward.nats.servers",
                broker.address(),
                "mp.messaging.outgoing.orders.destination",
                "nats:" + SUBJECT);
    }

    @Override
    public void renew() throws Exception {
        if (exists) {
            connection.jetStreamManagement().deleteStream(STREAM);
        }
        connection
                .jetStreamManagement()
                .addStream(StreamConfiguration.builder()
                        .name(STREAM)
                        .subjects(SUBJECT)
                        .storageType(StorageType.File)
                        .build());
        exists = true;
    }

    @Override
    public Sender sender() throws Exception {
        Connection own = Nats.connect(broker.address());
        JetStream jetStream = own.jetStream();
        return new Sender() {
            @Override
            public void send(List<Event> batch) throws Exception {
                List<CompletableFuture<PublishAck>> confirmations = new ArrayList<>(batch.size());
                for (Event event : batch) {
                    Headers headers = new Headers();
                    headers.put("Nats-Msg-Id", Long.toString(event.number()));
                    confirmations.add(jetStream.publishAsync(NatsMessage.builder()
                            .subject(SUBJECT)
                            .headers(headers)
                            .data(event.payload())
                            .build()));
                }
                for (CompletableFuture<PublishAck> each : confirmations) {
                    each.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                }
            }

            @Override
            public void close() throws IOException {
                Closing.close(own::close);
            }
        };
    }

    @Override
    public long count() throws Exception {
        return connection
                .jetStreamManagement()
                .getStreamInfo(STREAM)
                .getStreamState()
                .getMsgCount();
    }

    @Override
    public Closeable receive(Consumer<String> payloads) throws Exception {
        Connection own = Nats.connect(broker.address());
        ConsumerContext context = own.getStreamContext(STREAM)
                .createOrUpdateConsumer(ConsumerConfiguration.builder()
                        .ackPolicy(AckPolicy.None)
                        .build());
        MessageConsumer consumer =
                context.consume(message -> payloads.accept(new String(message.getData(), StandardCharsets.UTF_8)));
        return () -> {
            consumer.stop();
            Closing.close(own::close);
        };
    }

    @Override
    public void close() throws IOException {
        Closing.close(connection::close);
        broker.close();
    }
}
