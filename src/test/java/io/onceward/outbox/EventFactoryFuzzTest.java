// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.onceward.api.EventKey;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.codec.PayloadDecoder;
import io.onceward.fixture.MalformedText;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Slots;
import io.onceward.spi.PayloadCodec;
import io.onceward.text.Unicode;
import io.onceward.tracing.ContextPropagation;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Payloads and metadata that an application may record. */
class EventFactoryFuzzTest {

    private static final List<PayloadCodec> CODECS = BuiltInCodecs.builtIn();

    private static final EventFactory FACTORY =
            new EventFactory(CODECS, new EventLimits(100_000, 8192), new ContextPropagation(List.of()));

    private static final Channel CHANNEL = new Channel(
            "orders",
            null,
            null,
            List.of(new Destination("orders", new HyphenlessPublisher(), "test:orders")),
            false,
            UnaryOperator.identity(),
            (to, rows) -> {});

    /** A payload. It is no record, as JSON-B finds no properties in one that Jazzer has instrumented. */
    public static class Placed {

        @EventKey
        public String order;

        public long total;
        public List<String> lines;

        static Placed any(MalformedText malformed) {
            Placed placed = new Placed();
            placed.order = malformed.text();
            placed.total = malformed.number();
            placed.lines = List.of(malformed.text(), malformed.text());
            return placed;
        }
    }

    @Test
    void anyEventIsStorableAndReadBackOrRefusedWithACode() {
        MalformedText.each(EventFactoryFuzzTest::isStorableOrRefused);
    }

    @Timeout(20)
    @FuzzTest
    void structuredInput(FuzzedDataProvider data) {
        isStorableOrRefused(MalformedText.of(data));
    }

    private static void isStorableOrRefused(MalformedText malformed) {
        Object payload =
                switch (malformed.below(3)) {
                    case 0 -> malformed.text();
                    case 1 -> malformed.bytes();
                    default -> Placed.any(malformed);
                };
        OutboxMetadata metadata = OutboxMetadata.none()
                .withId(orNull(malformed))
                .withKey(orNull(malformed))
                .withType(orNull(malformed))
                .withDeliverAt(instant(malformed));
        for (int i = malformed.below(3); i > 0; i--) {
            metadata = metadata.withHeader(
                    malformed.text("tenant", "a", "_x", "a-b", "größe", "onceward_"), malformed.text());
        }
        RecordedEvent event;
        try {
            event = FACTORY.create(CHANNEL, payload, metadata).outbox().get(0);
        } catch (OncewardException e) {
            assertThat(e.code()).isIn("OWD-0042", "OWD-0043", "OWD-0044", "OWD-0045", "OWD-0046", "OWD-0053");
            return;
        }
        fits(event.id(), 128);
        fits(event.key() == null ? "none" : event.key(), 255);
        fits(event.type(), 255);
        assertThat(event.payload().length).isLessThanOrEqualTo(100_000);
        event.headers().forEach((name, value) -> {
            assertThat(name).doesNotContain("-").doesNotStartWith("onceward_");
            assertThat(Unicode.isStorable(name)).isTrue();
            assertThat(Unicode.isStorable(value)).isTrue();
        });
        assertThat(event.slot()).isBetween(0, Slots.COUNT - 1);
        assertThat(decoded(event, payload.getClass()))
                .usingRecursiveComparison()
                .isEqualTo(payload);
    }

    private static Object decoded(RecordedEvent event, Class<?> type) {
        try {
            return PayloadDecoder.of(CODECS, type).decode(event.payload());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void fits(String text, int width) {
        assertThat(text.length()).isLessThanOrEqualTo(width);
        assertThat(text).isNotBlank();
        assertThat(Unicode.isStorable(text)).isTrue();
    }

    private static String orNull(MalformedText malformed) {
        return malformed.below(3) == 2 ? malformed.text("order-42", "x".repeat(60)) : null;
    }

    private static Instant instant(MalformedText malformed) {
        return switch (malformed.below(5)) {
            case 4 -> Instant.MAX;
            case 3 -> Instant.MIN;
            case 2 -> Instant.ofEpochMilli(malformed.number());
            case 1 -> Instant.ofEpochSecond(malformed.below(Integer.MAX_VALUE));
            default -> null;
        };
    }
}
