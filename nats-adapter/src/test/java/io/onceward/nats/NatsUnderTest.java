// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.onceward.contract.HostileMessage;
import io.onceward.contract.TwoWayBroker;
import io.onceward.fixture.BrokerServer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** NATS JetStream, with a stream for each destination. */
final class NatsUnderTest implements TwoWayBroker {

    /** The limit that NATS has by default. */
    static final String MAX_PAYLOAD = "max_payload: 1MB";

    private static final String SCHEME = "nats:";
    private static final String CONSUMER = "billing";

    private static final int TOO_LARGE = 1_100_000;

    private final NatsServer server;

    NatsUnderTest(NatsServer server) {
        this.server = server;
    }

    @Override
    public Map<String, String> configuration() {
        return Map.of("onceward.nats.servers", server.url(), "onceward.nats.ack-timeout", "PT2S");
    }

    @Override
    public String newDestination() {
        return SCHEME + "S" + UUID.randomUUID().toString().replace("-", "");
    }

    /** Returns the subject, which is also the name of its stream. */
    private static String subject(String destination) {
        return destination.substring(SCHEME.length());
    }

    @Override
    public String causeOfRefusal(String destination) {
        return "OWD-0271";
    }

    @Override
    public void create(String destination) throws Exception {
        server.createStream(subject(destination), subject(destination));
    }

    @Override
    public List<String> take(String destination) throws Exception {
        return server.messages(subject(destination)).stream()
                .map(each -> new String(each.getData(), StandardCharsets.UTF_8))
                .toList();
    }

    @Override
    public Optional<TooLarge> tooLarge() {
        return Optional.of(new TooLarge(TOO_LARGE, "OWD-0273"));
    }

    @Override
    public Map<String, String> incoming(String destination) {
        return Map.of("destination", destination, "consumer", CONSUMER, "ack-wait", "PT3S");
    }

    @Override
    public void send(String destination, String id, String key, String text) throws Exception {
        Headers headers = new Headers();
        headers.put("onceward_id", id);
        headers.put("onceward_key", key);
        server.send(subject(destination), headers, text);
    }

    @Override
    public Object received(String id, String text) {
        Headers headers = new Headers();
        headers.put("onceward_id", id);
        return NatsMessage.builder()
                .subject("foreign")
                .headers(headers)
                .data(text)
                .build();
    }

    @Override
    public void sendUnreadable(String destination, String body) throws Exception {
        Headers headers = new Headers();
        headers.put("content-type", "application/cloudevents+json");
        server.send(subject(destination), headers, body);
    }

    /** @param headers all bytes between {@code NATS/1.0} and the body */
    private HostileMessage hostile(String text, String headers, Charset charset) {
        return new HostileMessage(
                text, destination -> RawMessage.send(server, subject(destination), headers.getBytes(charset), text));
    }

    private HostileMessage hostile(String text, String headers) {
        return hostile(text, headers, StandardCharsets.UTF_8);
    }

    @Override
    public List<HostileMessage> hostileMessages() {
        return List.of(
                hostile("UTF-8", "\r\nname: Müller\r\nx: y\r\n\r\n"),
                hostile("bad UTF-8 in the id", "\r\nonceward_id: \u00ff\u00fe\r\n\r\n", StandardCharsets.ISO_8859_1),
                hostile("no colon", "\r\nno colon\r\n\r\n"),
                hostile("nameless", "\r\n: empty\r\n\r\n"),
                hostile("no headers", ""),
                hostile("status", " 404 No Messages\r\n\r\n"),
                hostile("many headers", "\r\n" + "a: b\r\n".repeat(10_000) + "\r\n"),
                hostile("NUL", "\r\nh: %00\0\r\n\r\n"),
                hostile("malformed percent", "\r\nonceward_id: %zz%C3%28\r\n\r\n"),
                hostile("long id", "\r\nonceward_id: " + "x".repeat(50_000) + "\r\n\r\n"),
                hostile("no CloudEvent", "\r\ncontent-type: application/cloudevents+json\r\n\r\n"),
                hostile("no id", "\r\nx: y\r\n\r\n"));
    }

    /** Onceward stores these messages never, and the server delivers them again. */
    @Override
    public int setAside(String destination) throws Exception {
        try (Connection connection = server.connect()) {
            JetStreamManagement management = connection.jetStreamManagement();
            return (int)
                    management.getConsumerInfo(subject(destination), CONSUMER).getNumAckPending();
        }
    }

    /** The server redelivers messages that were not acknowledged at the crash after later ones. */
    @Override
    public boolean keepsOrderAfterCrash() {
        return false;
    }

    @Override
    public BrokerServer server() {
        return server;
    }

    @Override
    public boolean isOfClient(Thread thread) {
        return NatsThreads.isOfClient(thread);
    }
}
