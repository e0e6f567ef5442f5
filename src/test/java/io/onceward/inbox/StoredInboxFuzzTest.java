// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.onceward.api.OncewardException;
import io.onceward.broker.MessageKinds;
import io.onceward.fixture.MalformedText;
import io.onceward.fixture.TestAdapter;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Slots;
import io.onceward.queue.relay.ParkedEvents;
import io.onceward.queue.store.AppendStore;
import io.onceward.spi.MessageIdentity;
import io.onceward.spi.MessageKind;
import io.onceward.spi.MessageReader;
import io.onceward.spi.Transactions;
import io.onceward.text.Unicode;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Received messages with random headers. */
class StoredInboxFuzzTest {

    private static final Transactions NONE = new Transactions() {
        @Override
        public <T> T inNew(Callable<T> work) throws Exception {
            return work.call();
        }

        @Override
        public <T> T suspended(Callable<T> work) throws Exception {
            return work.call();
        }
    };

    @Test
    void anyMessageIsStorableOrRefusedWithACode() {
        MalformedText.each(StoredInboxFuzzTest::isStorableOrRefused);
    }

    @Timeout(20)
    @FuzzTest
    void structuredInput(FuzzedDataProvider data) {
        isStorableOrRefused(MalformedText.of(data));
    }

    private static void isStorableOrRefused(MalformedText malformed) {
        byte[] payload = malformed.bytes();
        MessageReader.Content content = MessageReader.Content.of(payload, malformed.text("text/plain"))
                .withKey(text(malformed))
                .withType(text(malformed))
                .withHeaders(Map.of(malformed.text(), malformed.text()));
        List<RecordedEvent> stored = new ArrayList<>();
        Message message = new Message(text(malformed), content);
        try {
            inbox(stored).store("orders", message);
        } catch (OncewardException e) {
            assertThat(e.code()).isEqualTo("OWD-0091");
            assertThat(message.id()).isNull();
            return;
        }
        assertThat(stored).extracting(RecordedEvent::destination).containsExactly("one", "other");
        for (RecordedEvent row : stored) {
            assertThat(row.payload()).isSameAs(payload);
            assertThat(row.headers()).isEqualTo(content.headers());
            fits(row.id(), 255);
            fits(row.key() == null ? "none" : row.key(), 255);
            fits(row.type(), 255);
            fits(row.contentType(), 100);
            assertThat(row.key() == null).isEqualTo(content.key() == null);
            assertThat(row.slot()).isBetween(0, Slots.COUNT - 1);
        }
    }

    private static void fits(String text, int width) {
        assertThat(text.length()).isLessThanOrEqualTo(width);
        assertThat(Unicode.isStorable(text)).isTrue();
    }

    private static String text(MalformedText malformed) {
        return malformed.below(8) == 7 ? null : malformed.text("OrderPlaced", "text/plain");
    }

    private record Message(String id, MessageReader.Content content) {}

    /** A reader of one type of message. */
    private static final class Reader implements MessageReader, MessageIdentity {

        @Override
        public String hint() {
            return "an id";
        }

        @Override
        public Content read(Object message) {
            return ((Message) message).content();
        }

        @Override
        public Optional<Identity> of(Object message) {
            return Optional.ofNullable(((Message) message).id()).map(id -> new Identity(id, false));
        }
    }

    @SuppressWarnings("unchecked")
    private static StoredInbox inbox(List<RecordedEvent> stored) {
        AppendStore rows = (AppendStore) Proxy.newProxyInstance(
                AppendStore.class.getClassLoader(),
                new Class<?>[] {AppendStore.class},
                (proxy, method, arguments) -> stored.addAll((List<RecordedEvent>) arguments[0]) ? null : null);
        Reader reader = new Reader();
        return new StoredInbox(
                NONE,
                rows,
                new MessageKinds(
                        List.of(new TestAdapter(null, null, List.of(new MessageKind(Message.class, reader, reader))))),
                Map.of("orders", List.of("one", "other")),
                new MetricsRecorder(),
                (channel, slots) -> {},
                UnaryOperator.identity(),
                ParkedEvents.KEPT,
                (handler, reason) -> {});
    }
}
