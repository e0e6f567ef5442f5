// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxMetadata;
import io.onceward.engine.TextMessages.Text;
import io.onceward.inbox.FailureTypes;
import io.onceward.inbox.MessageHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;

/** A node with a handler that gets several messages in one transaction, and inserts a row for each. */
abstract class BatchFixture extends StoredInboxFixture {

    static final String SIZE = "mp.messaging.incoming.orders.handler-batch-size";
    static final String WAIT = "mp.messaging.incoming.orders.handler-batch-wait";
    static final String HANDLER = "batches";

    final Batches batches = new Batches();

    /** A handler that inserts a row for each message of a batch. */
    final class Batches implements MessageHandler {

        /** The bodies of each call, in the order of the calls, also of those that failed. */
        final List<List<String>> calls = Collections.synchronizedList(new ArrayList<>());

        final List<InboxMetadata> metadata = Collections.synchronizedList(new ArrayList<>());
        volatile Function<String, Exception> failure = body -> null;
        volatile Consumer<String> decoded = body -> {};
        volatile FailureTypes failureTypes = FailureTypes.NONE;
        volatile Callable<?> further = () -> null;

        private record Element(Batches handler, String body, InboxMetadata metadata) implements Callable<Object> {

            @Override
            public Object call() throws Exception {
                return handler.handle(List.of(this));
            }
        }

        @Override
        public String name() {
            return HANDLER;
        }

        @Override
        public String channel() {
            return "orders";
        }

        @Override
        public FailureTypes failureTypes() {
            return failureTypes;
        }

        @Override
        public boolean takesBatches() {
            return true;
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata received) {
            String body = new String(payload, StandardCharsets.UTF_8);
            decoded.accept(body);
            if (body.startsWith("{broken")) {
                throw new IllegalArgumentException("no JSON: " + body.length() + " characters");
            }
            return new Element(this, body, received);
        }

        @Override
        public Callable<?> together(List<Callable<?>> works) {
            return () -> handle(works.stream().map(Element.class::cast).toList());
        }

        private Object handle(List<Element> elements) throws Exception {
            calls.add(elements.stream().map(Element::body).toList());
            for (Element element : elements) {
                metadata.add(element.metadata);
                effect(HANDLER, element.body);
                Exception thrown = failure.apply(element.body);
                if (thrown != null) {
                    throw thrown;
                }
            }
            return further.call();
        }

        List<Integer> sizes() {
            return List.copyOf(calls).stream().map(List::size).toList();
        }

        /** Returns the bodies in the order of their last calls: those that have committed, if nothing is left. */
        List<String> lastCalls() {
            List<String> all = new ArrayList<>(
                    List.copyOf(calls).stream().flatMap(List::stream).toList());
            Collections.reverse(all);
            List<String> last = new ArrayList<>(all.stream().distinct().toList());
            Collections.reverse(last);
            return last;
        }
    }

    @BeforeEach
    void openWithBatches() {
        engine.stop(Duration.ZERO);
        engine = batching(Map.of(), Runnable::run);
    }

    Engine batching(Map<String, String> more, Executor executor) {
        return batching(nodes, more, executor, batches);
    }

    Engine batching(Nodes cluster, Map<String, String> more, Executor executor, MessageHandler... handlers) {
        Map<String, String> configuration = new HashMap<>(QUICK);
        configuration.putAll(more);
        Engine opened = cluster.open(configuration, executor, pool, List.of(handlers));
        engines.add(opened);
        return opened;
    }

    void reopen(Map<String, String> more, Executor executor) {
        engine.stop(Duration.ZERO);
        engine = batching(more, executor);
    }

    void receive(String... bodies) {
        engine.stored()
                .receive(
                        "orders",
                        Arrays.stream(bodies)
                                .map(body -> new Text(body, null, body))
                                .toList());
    }

    void receive(int messages, int keys) {
        engine.stored()
                .receive(
                        "orders",
                        IntStream.range(0, messages)
                                .mapToObj(i -> new Text("m" + i, keys == 0 ? null : "k" + i % keys, "b" + i))
                                .toList());
    }

    List<EventSummary> waiting() {
        return engine.inboxAdmin()
                .find(EventFilter.all().withQueue(HANDLER), null, 1000)
                .events();
    }

    static Exception bad(String body) {
        return body.startsWith("bad") ? new IllegalStateException("nobody likes " + body) : null;
    }

    void assertHandledOnce(int messages) {
        assertThat(rows("onceward_inbox_message")).isZero();
        assertThat(effects(HANDLER)).hasSize(messages).doesNotHaveDuplicates();
    }

    static void assertKeysInOrder(List<String> bodies, int keys) {
        for (int key = 0; key < keys; key++) {
            int k = key;
            assertThat(bodies.stream()
                            .map(body -> Integer.parseInt(body.replaceAll("\\D", "")))
                            .filter(n -> n % keys == k))
                    .isSorted();
        }
    }
}
