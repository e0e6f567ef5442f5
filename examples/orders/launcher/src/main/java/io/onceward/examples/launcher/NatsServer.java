// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The program nats-server with JetStream, and a stream for the example. */
record NatsServer(int port, Folder folder) implements AdapterSetup.BrokerProcess {

    private static final int TIMEOUT_MILLIS = 2000;
    private static final String STREAM =
            "{\"name\":\"SHOP\",\"subjects\":[\"orders\",\"billed\"],\"storage\":\"file\",\"num_replicas\":1}";

    @Override
    public Child start() {
        String configuration = folder.write(
                "nats.conf",
                "listen: 127.0.0.1:" + port + "\njetstream { store_dir: \"" + folder.data("nats") + "\" }\n");
        return folder.start(
                "broker",
                List.of("sh", folder.copy("leash.sh"), "nats-server", "-c", configuration),
                Map.of(),
                line -> {});
    }

    /** The server is up when it has the stream. To create it once more changes nothing. */
    @Override
    public Probe probe() {
        return () -> {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout(TIMEOUT_MILLIS);
                return createStream(socket);
            } catch (IOException e) {
                return false;
            }
        };
    }

    /** Sends a request in the protocol of NATS, and reads until its answer. */
    private static boolean createStream(Socket socket) throws IOException {
        String request = "CONNECT {\"verbose\":false}\r\nSUB answer 1\r\nPUB $JS.API.STREAM.CREATE.SHOP answer "
                + STREAM.length() + "\r\n" + STREAM + "\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        String line;
        while ((line = reader.readLine()) != null) {
            if (line.contains("stream_create_response")) {
                return !line.contains("\"error\"");
            }
        }
        return false;
    }
}
