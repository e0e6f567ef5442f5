// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.onceward.contract.HeardPublisher;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.NatsBroker;
import io.onceward.spi.MessageSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams of a real server whose settings lose messages. */
class LosingStreamsTest {

    private static final String IN = "mp.messaging.incoming.c.";

    @TempDir
    private static Path folder;

    private static NatsServer server;

    private final String stream = "S" + UUID.randomUUID().toString().replace("-", "");
    private final String subject = stream + ".orders";

    @BeforeAll
    static void startServer() throws Exception {
        NatsBroker.requireInstalled();
        server = new NatsServer(folder).start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void publisherWarnsOnceOfEachWay() throws Exception {
        create(settings -> settings.storageType(StorageType.Memory)
                .maxMessages(100)
                .maxMessagesPerSubject(10)
                .retentionPolicy(RetentionPolicy.Interest));
        assertThat(warningsOfPublisher())
                .singleElement()
                .asString()
                .contains("'" + stream + "'")
                .contains("in memory")
                .contains("discard is old")
                .contains("max_msgs_per_subject")
                .contains("no consumer");
    }

    @Test
    void receiverWarnsOnce() throws Exception {
        create(settings -> settings.storageType(StorageType.File).maxBytes(1_000_000));
        assertThat(warningsOfReceiver()).singleElement().asString().contains("discard is old");
    }

    @Test
    void streamsThatKeepTheirMessagesAreNotWarnedOf() throws Exception {
        create(settings -> settings.storageType(StorageType.File)
                .maxBytes(1_000_000)
                .discardPolicy(DiscardPolicy.New)
                .maxAge(Duration.ofDays(7)));
        assertThat(warningsOfPublisher()).isEmpty();
        assertThat(warningsOfReceiver()).isEmpty();
    }

    private void create(UnaryOperator<StreamConfiguration.Builder> settings) throws Exception {
        try (Connection connection = server.connect()) {
            connection
                    .jetStreamManagement()
                    .addStream(settings.apply(
                                    StreamConfiguration.builder().name(stream).subjects(subject))
                            .build());
        }
    }

    private List<String> warningsOfPublisher() throws Exception {
        Map<String, String> settings = Map.of("onceward.nats.servers", server.url());
        try (HeardPublisher publisher = NatsChannels.publisher(settings);
                LogLines log = new LogLines()) {
            for (int i = 1; i <= 2; i++) {
                publisher.publish(List.of(Event.of("e-" + i, null, subject)));
            }
            return warnings(log);
        }
    }

    private List<String> warningsOfReceiver() throws Exception {
        Map<String, String> settings = Map.of("onceward.nats.servers", server.url());
        try (MessageSource source = NatsChannels.ADAPTER
                        .source(NatsChannels.context(settings))
                        .orElseThrow();
                LogLines log = new LogLines()) {
            String origin = source.origin(
                    NatsChannels.incoming(Map.of(IN + "destination", subject, IN + "consumer", "billing")));
            for (int i = 1; i <= 2; i++) {
                source.receive(origin, 10, Duration.ofMillis(100), messages -> {});
            }
            return warnings(log);
        }
    }

    private static List<String> warnings(LogLines log) {
        return log.all().stream().filter(line -> line.startsWith("OWD-1175")).toList();
    }
}
