// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import com.sun.net.httpserver.HttpServer;
import io.onceward.contract.BrokerUnderTest;
import io.onceward.fixture.Await;
import io.onceward.fixture.BrokerServer;
import io.onceward.fixture.FreePort;
import io.onceward.webhook.WebhookReceiver.Reply;
import io.onceward.webhook.WebhookReceiver.Request;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A receiver of webhooks, with a path for each destination. */
final class WebhookUnderTest implements BrokerUnderTest, BrokerServer {

    private static final int MAX_BODY = 1 << 20;

    private final int port = FreePort.find();
    private final Set<String> paths = ConcurrentHashMap.newKeySet();
    private final List<Request> accepted = new CopyOnWriteArrayList<>();
    private WebhookReceiver receiver;
    private volatile boolean isSuspended;

    @Override
    public WebhookUnderTest start() throws IOException {
        receiver = new WebhookReceiver(
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50));
        receiver.decide(this::reply);
        return this;
    }

    private Reply reply(Request request) throws IOException {
        if (isSuspended) {
            awaitResumption();
        }
        if (!paths.contains(request.path())) {
            return Reply.of(404);
        }
        if (request.body().length > MAX_BODY) {
            return Reply.of(413);
        }
        accepted.add(request);
        return Reply.of(204);
    }

    private void awaitResumption() throws IOException {
        try {
            Await.until("the resumption of the receiver", () -> !isSuspended);
        } catch (InterruptedException e) {
            throw new InterruptedIOException("the receiver is killed");
        }
    }

    @Override
    public Map<String, String> configuration() {
        return Webhooks.local(Map.of(
                "onceward.webhook-connect-timeout", "PT3S",
                "onceward.webhook-request-timeout", "PT3S"));
    }

    @Override
    public String address() {
        return "http://127.0.0.1:" + port;
    }

    private String prefix() {
        return "webhook:" + address();
    }

    private String path(String destination) {
        return destination.substring(prefix().length());
    }

    @Override
    public String newDestination() {
        return prefix() + "/" + UUID.randomUUID();
    }

    @Override
    public String causeOfRefusal(String destination) {
        return "status 404";
    }

    @Override
    public void create(String destination) {
        paths.add(path(destination));
    }

    @Override
    public List<String> take(String destination) {
        return accepted.stream()
                .filter(request -> request.path().equals(path(destination)))
                .map(request -> new String(request.body(), StandardCharsets.UTF_8))
                .toList();
    }

    @Override
    public Optional<TooLarge> tooLarge() {
        return Optional.of(new TooLarge(MAX_BODY + 1, "status 413"));
    }

    @Override
    public BrokerServer server() {
        return this;
    }

    @Override
    public void kill() {
        receiver.close();
    }

    @Override
    public void suspend() {
        isSuspended = true;
    }

    @Override
    public void resume() {
        isSuspended = false;
    }

    @Override
    public boolean isOfClient(Thread thread) {
        return thread.getName().startsWith("HttpClient-");
    }

    @Override
    public void close() {
        receiver.close();
    }
}
