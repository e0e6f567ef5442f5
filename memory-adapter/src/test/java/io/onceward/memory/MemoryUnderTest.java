// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.contract.HostileMessage;
import io.onceward.contract.TwoWayBroker;
import io.onceward.fixture.BrokerServer;
import io.onceward.memory.broker.MemoryBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/** A broker in memory that creates no queue by itself and refuses large messages. */
final class MemoryUnderTest implements TwoWayBroker {

    private static final int LARGEST = 2_000_000;

    private final String name;
    private final MemoryBroker<MemoryMessage> broker;

    MemoryUnderTest(String name) {
        this.name = name;
        broker = MemoryAdapter.broker(name);
        broker.createQueues(false);
        broker.deadAfter(5);
        broker.refuse(message -> message.body().length > LARGEST ? new IOException("the message is too large") : null);
    }

    @Override
    public Map<String, String> configuration() {
        return Map.of("onceward.memory-broker", name, "onceward.memory-timeout", "PT1S");
    }

    @Override
    public String newDestination() {
        return "memory:q-" + UUID.randomUUID();
    }

    private static String queue(String destination) {
        return destination.substring("memory:".length());
    }

    @Override
    public String causeOfRefusal(String destination) {
        return "there is no queue '" + queue(destination) + "'";
    }

    @Override
    public void create(String destination) {
        broker.create(queue(destination));
    }

    @Override
    public List<String> take(String destination) {
        return broker.waiting(queue(destination)).stream()
                .map(MemoryMessage::text)
                .toList();
    }

    @Override
    public Optional<TooLarge> tooLarge() {
        return Optional.of(new TooLarge(LARGEST + 1, "the message is too large"));
    }

    @Override
    public void send(String destination, String id, String key, String text) {
        broker.send(queue(destination), message(id, key, text, Map.of()));
    }

    private static MemoryMessage message(String id, String key, String text, Map<String, String> headers) {
        return new MemoryMessage(id, key, null, text.getBytes(StandardCharsets.UTF_8), "text/plain", headers);
    }

    @Override
    public Object received(String id, String text) {
        return MemoryMessage.of(id, text);
    }

    @Override
    public void sendUnreadable(String destination, String body) {
        broker.send(queue(destination), message(null, null, body, Map.of()));
    }

    @Override
    public List<HostileMessage> hostileMessages() {
        Map<String, String> many = new HashMap<>();
        IntStream.range(0, 10_000).forEach(i -> many.put("h" + i, "v"));
        return List.of(
                hostile("no id", message(null, "k", "no id", Map.of())),
                hostile("long id", message("x".repeat(100_000), "k", "long id", Map.of())),
                hostile("long key", message("m-1", "k".repeat(100_000), "long key", Map.of())),
                hostile("many headers", message("m-2", "k", "many headers", many)),
                hostile("NUL", message("m-3", "k", "NUL", Map.of("h\0", "\0"))),
                hostile("no body", new MemoryMessage("m-4", "k", null, null, "text/plain", Map.of())));
    }

    private HostileMessage hostile(String text, MemoryMessage message) {
        return new HostileMessage(text, destination -> broker.send(queue(destination), message));
    }

    @Override
    public int setAside(String destination) {
        return broker.dead(queue(destination)).size();
    }

    @Override
    public BrokerServer server() {
        return new Server(broker);
    }

    /** Its messages outlive a kill, as those of a broker with a journal do. */
    private record Server(MemoryBroker<MemoryMessage> broker) implements BrokerServer {

        @Override
        public BrokerServer start() {
            broker.setDown(false);
            return this;
        }

        @Override
        public void kill() {
            broker.setDown(true);
        }

        @Override
        public void suspend() {
            broker.setSilent(true);
        }

        @Override
        public void resume() {
            broker.setSilent(false);
        }

        @Override
        public String address() {
            return "in memory";
        }

        @Override
        public void close() {
            // it ends with the JVM
        }
    }
}
