// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server that remembers its requests. */
final class WebhookReceiver implements AutoCloseable {

    /** An answer: its status and headers. */
    record Reply(int status, Map<String, String> headers) {
        static Reply of(int status) {
            return new Reply(status, Map.of());
        }
    }

    /** A request with the first value of each header, by its name in any case. */
    record Request(String path, Map<String, String> headers, byte[] body) {
        String header(String name) {
            return headers.get(name);
        }
    }

    /** Decides about a request. */
    @FunctionalInterface
    interface Decision {
        Reply of(Request request) throws IOException;
    }

    private final Set<Integer> clientPorts = ConcurrentHashMap.newKeySet();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private volatile Decision decision = request -> Reply.of(204);

    WebhookReceiver() throws IOException {
        this(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50));
    }

    WebhookReceiver(HttpServer server) {
        this.server = server;
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    void decide(Decision newDecision) {
        decision = newDecision;
    }

    void answer(int status) {
        decide(request -> Reply.of(status));
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, String.join(", ", values)));
            Request request = new Request(
                    exchange.getRequestURI().toString(),
                    headers,
                    exchange.getRequestBody().readAllBytes());
            clientPorts.add(exchange.getRemoteAddress().getPort());
            requests.add(request);
            Reply reply = decision.of(request);
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(reply.status(), -1);
        }
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    List<String> ids() {
        return requests.stream().map(request -> request.header("webhook-id")).toList();
    }

    /** Returns the ports of the clients' connections. */
    Set<Integer> clientPorts() {
        return clientPorts;
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
