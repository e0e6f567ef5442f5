// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.onceward.fixture.BrokerServer;
import io.onceward.fixture.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP server that keeps the text of each signed webhook, and refuses others. */
final class WebhookReceiver implements BrokerServer {

    static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private final int port = FreePort.find();
    private final List<String> texts = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @Override
    public WebhookReceiver start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
        server.createContext("/", this::handle);
        server.start();
        return this;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            boolean isSigned = exchange.getRequestHeaders().containsKey("webhook-signature");
            if (isSigned) {
                texts.add(text);
            }
            exchange.sendResponseHeaders(isSigned ? 204 : 401, -1);
        }
    }

    List<String> texts() {
        return List.copyOf(texts);
    }

    @Override
    public void kill() {
        server.stop(0);
    }

    @Override
    public void suspend() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void resume() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String address() {
        return "http://127.0.0.1:" + port + "/orders";
    }

    @Override
    public void close() {
        kill();
    }
}
