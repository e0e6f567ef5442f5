// SPDX-License-Identifier: Apache-2.0
package io.oncebox.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.oncebox.fixture.Await;
import io.oncebox.fixture.FreePort;
import io.oncebox.fixture.ProcessBroker;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** A NATS server with JetStream in a process of its own, from the Debian package {@code nats-server}. */
final class NatsServer implements ProcessBroker {

    private static final String PROGRAM = "nats-server";

    /** Another program may take a free port before the server does. */
    private static final int ATTEMPTS = 3;

    private final Path folder;
    private final List<String> more;
    private int port;
    private int monitoring;
    private Process process;

    /** @param more further lines of the server's configuration */
    NatsServer(Path folder, String... more) throws IOException {
        this.folder = folder;
        this.more = List.of(more);
        configure();
    }

    private void configure() throws IOException {
        port = FreePort.find();
        monitoring = FreePort.find();
        List<String> lines = new ArrayList<>(List.of(
                "server_name: " + folder.getFileName(),
                "listen: 127.0.0.1:" + port,
                "http: 127.0.0.1:" + monitoring,
                "jetstream { store_dir: \"" + folder.resolve("store") + "\", max_file_store: 1GB }"));
        if (more.stream().noneMatch(each -> each.startsWith("max_payload"))) {
            lines.add("max_payload: 64KB");
        }
        lines.addAll(more);
        Files.write(folder.resolve("nats.conf"), lines);
    }

    /** Skips the test where the server is not installed. */
    static void assumeInstalled() {
        boolean installed = List.of(System.getenv("PATH").split(":")).stream()
                .anyMatch(bin -> Files.isExecutable(Path.of(bin, PROGRAM)));
        Assumptions.assumeTrue(installed, PROGRAM + " is not installed: apt-get install " + PROGRAM);
    }

    /** Starts the server, after its first start on the same ports. */
    @Override
    public NatsServer start() throws Exception {
        boolean restarts = process != null;
        for (int attempt = 1; true; attempt++) {
            launch();
            try {
                Await.until("a NATS server", this::isHealthy);
                return this;
            } catch (IllegalStateException e) { // it has ended
                if (restarts || attempt == ATTEMPTS) {
                    throw e;
                }
                configure();
            }
        }
    }

    /** Starts the process without waiting: a server of a cluster is not healthy before the others run. */
    void launch() throws IOException {
        process = new ProcessBuilder(PROGRAM, "-c", folder.resolve("nats.conf").toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("nats.log").toFile()))
                .start();
    }

    boolean isHealthy() {
        if (!process.isAlive()) {
            throw new IllegalStateException("nats-server has ended: see " + folder);
        }
        try {
            HttpURLConnection connection = (HttpURLConnection) URI.create("http://127.0.0.1:" + monitoring + "/healthz")
                    .toURL()
                    .openConnection();
            return connection.getResponseCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    String url() {
        return "nats://127.0.0.1:" + port;
    }

    @Override
    public String address() {
        return url();
    }

    int port() {
        return port;
    }

    @Override
    public Process process() {
        return process;
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
        if (process != null) {
            process.destroyForcibly();
        }
    }
}
