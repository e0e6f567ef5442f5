// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamOptions;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.onceward.fixture.Await;
import io.onceward.fixture.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three NATS servers in one cluster. */
final class NatsCluster implements AutoCloseable {

    /** Another program may take a free port before its server does. */
    private static final int ATTEMPTS = 3;

    /** The servers write the new stream to the disk before they answer; the client waits two seconds by default. */
    private static final JetStreamOptions PATIENT =
            JetStreamOptions.builder().requestTimeout(Duration.ofSeconds(30)).build();

    private final Map<String, NatsServer> servers = new LinkedHashMap<>();
    private final Path folder;

    NatsCluster(Path folder) {
        this.folder = folder;
    }

    NatsCluster start() throws Exception {
        for (int attempt = 1; true; attempt++) {
            configure(Files.createDirectory(folder.resolve("attempt" + attempt)));
            try {
                for (NatsServer server : servers.values()) {
                    server.launch();
                }
                for (NatsServer server : servers.values()) {
                    Await.until("a server of the cluster", server::isHealthy);
                }
                return this;
            } catch (IllegalStateException e) { // a server has ended
                close();
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void configure(Path attempt) throws IOException {
        int[] ports = IntStream.range(0, 3).map(i -> FreePort.find()).toArray();
        String routes = IntStream.of(ports)
                .mapToObj(port -> "\"nats://127.0.0.1:" + port + "\"")
                .collect(Collectors.joining(", "));
        for (int i = 0; i < 3; i++) {
            String name = "n" + i;
            servers.put(
                    name,
                    new NatsServer(
                            Files.createDirectory(attempt.resolve(name)),
                            "cluster { name: c, listen: \"127.0.0.1:" + ports[i] + "\", routes: [" + routes + "] }"));
        }
    }

    NatsServer server(String name) {
        return servers.get(name);
    }

    String urlsWithout(String name) {
        return servers.entrySet().stream()
                .filter(server -> !server.getKey().equals(name))
                .map(server -> server.getValue().url())
                .collect(Collectors.joining(","));
    }

    /** Creates a stream without replicas on another server than a given one. */
    void createStreamElsewhere(String name, String subject, String server) throws Exception {
        while (createStream(name, subject).equals(server)) {
            try (Connection connection = servers.get("n0").connect()) {
                connection.jetStreamManagement().deleteStream(name);
            }
        }
    }

    /** Creates a stream without replicas; returns the name of its server. */
    String createStream(String name, String subject) throws Exception {
        try (Connection connection = servers.get("n0").connect()) {
            return connection
                    .jetStreamManagement(PATIENT)
                    .addStream(StreamConfiguration.builder()
                            .name(name)
                            .subjects(subject)
                            .storageType(StorageType.File)
                            .build())
                    .getClusterInfo()
                    .getLeader();
        }
    }

    @Override
    public void close() {
        servers.values().forEach(NatsServer::close);
    }
}
