// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventKey;
import io.onceward.api.EventType;
import io.onceward.api.OutboxMessage;
import io.onceward.api.OutboxMetadata;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.queue.RecordedEvent;
import io.onceward.tracing.ContextPropagation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventFactoryTest {

    private final EventFactory factory =
            new EventFactory(BuiltInCodecs.builtIn(), new EventLimits(1000, 100), new ContextPropagation(List.of()));

    public record Placed(@EventKey String orderId, int total) {}

    @EventType("shop.cancelled")
    public static class Cancelled {
        @EventKey
        final Long number = 7L;

        public String reason = "changed my mind";
    }

    public static class SubCancelled extends Cancelled {}

    public interface Keyed {
        @EventKey
        String partition();
    }

    public record Shipped(String partition) implements Keyed {}

    public record PerhapsKeyed(String customer) {
        @EventKey
        public Optional<String> key() {
            return Optional.ofNullable(customer);
        }
    }

    public record TwoKeys(@EventKey String one, @EventKey String other) {}

    public static class KeyWithParameter {
        @EventKey
        public String key(String of) {
            return of;
        }
    }

    public static class Throwing {
        public String getName() {
            throw new IllegalStateException("no name");
        }
    }

    public static class Cyclic {
        public List<Object> children = new ArrayList<>();
    }

    @Test
    void recordComponentGivesTheKeyAndTheClassTheType() {
        RecordedEvent event = create(new Placed("o-1", 5));
        assertThat(event.key()).isEqualTo("o-1");
        assertThat(event.type()).isEqualTo("Placed");
        assertThat(event.contentType()).isEqualTo("application/json");
        assertThat(text(event)).isEqualTo("{\"orderId\":\"o-1\",\"total\":5}");
        assertThat(event.id()).hasSize(36);
    }

    @Test
    void priorityAndTimeToLiveAreReservedHeadersOfTheRow() {
        long before = System.currentTimeMillis();
        RecordedEvent event = create(
                "text",
                OutboxMetadata.none().withHeader("h", "v").withPriority(9).withTimeToLive(Duration.ofSeconds(60)));
        assertThat(event.headers())
                .containsOnlyKeys("h", "onceward_priority", "onceward_expires")
                .containsEntry("onceward_priority", "9");
        assertThat(Long.parseLong(event.headers().get("onceward_expires")) - before)
                .isBetween(60_000L, 120_000L);
    }

    @Test
    void illegalPriorityOrTimeToLiveIsRefused() {
        for (OutboxMetadata illegal : List.of(
                OutboxMetadata.none().withPriority(-1),
                OutboxMetadata.none().withPriority(10),
                OutboxMetadata.none().withTimeToLive(Duration.ZERO),
                OutboxMetadata.none().withTimeToLive(Duration.ofNanos(1)),
                OutboxMetadata.none().withTimeToLive(Duration.ofDays(-1)),
                OutboxMetadata.none().withTimeToLive(Duration.ofDays(10_001)))) {
            assertThatThrownBy(() -> create("text", illegal))
                    .as(illegal.toString())
                    .hasMessageStartingWith("OWD-0053");
        }
    }

    /** Brokers, too, count the time to live from the sending, not from the delivery time: such an event would never arrive. */
    @Test
    void timeToLiveThatEndsBeforeTheDeliveryTimeIsRefused() {
        OutboxMetadata later = OutboxMetadata.none().withDeliverAt(Instant.now().plusSeconds(3600));
        assertThatThrownBy(() -> create("text", later.withTimeToLive(Duration.ofMinutes(59))))
                .hasMessageStartingWith("OWD-0053")
                .hasMessageContaining("time to live")
                .hasMessageContaining(later.deliverAt().toString());
        assertThat(create("text", later.withTimeToLive(Duration.ofMinutes(61))).headers())
                .containsKey("onceward_expires");
        assertThat(create("text", later.withDeliverAt(Instant.EPOCH).withTimeToLive(Duration.ofMillis(1)))
                        .headers())
                .containsKey("onceward_expires");
    }

    @Test
    void annotationsAreInherited() {
        RecordedEvent event = create(new SubCancelled());
        assertThat(event.key()).isEqualTo("7");
        assertThat(event.type()).isEqualTo("shop.cancelled");
        assertThat(create(new Shipped("p1")).key()).isEqualTo("p1");
    }

    @Test
    void metadataTakesPrecedenceOverAnnotations() {
        RecordedEvent event = create(
                new Placed("o-1", 5),
                OutboxMetadata.none().withKey("k").withType("t").withId("i"));
        assertThat(event.key()).isEqualTo("k");
        assertThat(event.type()).isEqualTo("t");
        assertThat(event.id()).isEqualTo("i");
    }

    @Test
    void eventsOfAKeyShareASlot() {
        assertThat(create(new Placed("o-1", 5)).slot())
                .isEqualTo(create(new Placed("o-1", 6)).slot())
                .isBetween(0, 32767);
    }

    @Test
    void textAndBytesAreNotChanged() {
        assertThat(text(create("grüß dich"))).isEqualTo("grüß dich");
        assertThat(create(new byte[] {1, 2}).payload()).containsExactly(1, 2);
    }

    @EventType(value = "shop.moved", version = 2)
    public record Moved(String id) {}

    /** Before, an upcaster of the receiver converted such an event once more, or not. */
    @Test
    void classDecidesAboutTheVersionAlsoIfHeadersOfAnotherEventArePassedOn() {
        OutboxMetadata one = OutboxMetadata.none().withHeader(EventType.VERSION_HEADER, "1");
        OutboxMetadata three = OutboxMetadata.none().withHeader(EventType.VERSION_HEADER, "3");
        assertThat(create(new Moved("m1"), one).headers()).containsEntry(EventType.VERSION_HEADER, "2");
        assertThat(create(new Placed("o1", 1), three).headers()).containsEntry(EventType.VERSION_HEADER, "1");
        assertThat(create(new Placed("o1", 1)).headers()).isEmpty();
        assertThat(create("{}", three.withType("shop.moved")).headers()).containsEntry(EventType.VERSION_HEADER, "3");
    }

    public record KeyedByBytes(@EventKey byte[] order) {}

    public record KeyedByIdentity(@EventKey Cancelled order) {}

    /** Each event would be a key of its own, and they would have no order. */
    @Test
    void keyWithoutATextIsRefused() {
        assertThatThrownBy(() -> create(new KeyedByBytes(new byte[1])))
                .hasMessageStartingWith("OWD-0052")
                .hasMessageContaining("byte[]");
        assertThatThrownBy(() -> create(new KeyedByIdentity(new Cancelled())))
                .hasMessageStartingWith("OWD-0052")
                .hasMessageContaining("toString()");
        assertThat(create(new KeyedByBytes(null)).key()).isNull();
    }

    @Test
    void twoKeysAreRefused() {
        assertThatThrownBy(() -> create(new TwoKeys("a", "b"))).hasMessageStartingWith("OWD-0047");
    }

    @Test
    void keyThatCannotBeReadIsRefused() {
        assertThatThrownBy(() -> create(new KeyWithParameter())).hasMessageStartingWith("OWD-0052");
    }

    @Test
    void payloadThatCannotBeEncodedIsRefused() {
        assertThatThrownBy(() -> create(new Throwing()))
                .hasMessageStartingWith("OWD-0042")
                .hasMessageContaining(Throwing.class.getName());
        Cyclic cyclic = new Cyclic();
        cyclic.children.add(cyclic);
        assertThatThrownBy(() -> create(cyclic)).hasMessageStartingWith("OWD-0042");
    }

    @Test
    void nullPayloadIsRefused() {
        assertThatThrownBy(() -> create(null)).hasMessageStartingWith("OWD-0048");
    }

    @Test
    void tooLargePayloadIsRefused() {
        assertThat(create("x".repeat(1000)).payload()).hasSize(1000);
        assertThatThrownBy(() -> create("x".repeat(1001)))
                .hasMessageStartingWith("OWD-0043")
                .hasMessageContaining("1001 bytes");
    }

    @Test
    void valueThatIsTooLongForItsColumnIsRefused() {
        OutboxMetadata none = OutboxMetadata.none();
        assertThat(create("x", none.withKey("k".repeat(255))).key()).hasSize(255);
        assertThatThrownBy(() -> create("x", none.withKey("k".repeat(256)))).hasMessageStartingWith("OWD-0044");
        assertThatThrownBy(() -> create("x", none.withId("k".repeat(129)))).hasMessageStartingWith("OWD-0044");
        assertThatThrownBy(() -> create("x", none.withType("k".repeat(256)))).hasMessageStartingWith("OWD-0044");
    }

    @Test
    void charactersThatDatabasesCannotStoreAreRefused() {
        OutboxMetadata none = OutboxMetadata.none();
        for (OutboxMetadata metadata : List.of(
                none.withId(""),
                none.withKey(" "),
                none.withKey("a\0b"),
                none.withHeader("h", "a\0b"),
                none.withDeliverAt(Instant.MAX),
                none.withDeliverAt(Instant.MIN))) {
            assertThatThrownBy(() -> create("x", metadata)).hasMessageStartingWith("OWD-0053");
        }
    }

    @Test
    void futureIsNoPayload() {
        for (Object payload : List.of(
                new CompletableFuture<>(),
                java.util.stream.IntStream.of(1),
                OutboxMessage.of("x", OutboxMetadata.none()))) {
            assertThatThrownBy(() -> create(payload)).hasMessageStartingWith("OWD-0042");
        }
    }

    public interface Deeper extends Keyed {}

    public record DeeplyKeyed(String partition) implements Deeper {}

    public record ThrowingKey(@EventKey Object key) {}

    @Test
    void keyOfAnInterfaceOfAnInterfaceCounts() {
        assertThat(create(new DeeplyKeyed("p")).key()).isEqualTo("p");
    }

    @Test
    void keyThatThrowsIsRefused() {
        Object hostile = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("no");
            }
        };
        assertThatThrownBy(() -> create(new ThrowingKey(hostile))).hasMessageStartingWith("OWD-0052");
    }

    @Test
    void tooLargeHeadersAreRefused() {
        assertThatThrownBy(() -> create("x", OutboxMetadata.none().withHeader("h", "v".repeat(100))))
                .hasMessageStartingWith("OWD-0046");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tenant", "traceparent", "größe", "1st", "a b", "JMSXGroupID", "_x"})
    void headerNameThatTheChannelsPublisherAllowsIsAccepted(String name) {
        assertThat(create("x", OutboxMetadata.none().withHeader(name, "v")).headers())
                .containsKey(name);
    }

    @ParameterizedTest
    @CsvSource({"content-type, content_type, hyphen", "onceward_id, xonceward_id, Onceward"})
    void illegalHeaderNameIsRefusedWithALegalOne(String name, String instead, String why) {
        assertThatThrownBy(() -> create("x", OutboxMetadata.none().withHeader(name, "v")))
                .hasMessageStartingWith("OWD-0045")
                .hasMessageContaining(why)
                .hasMessageContaining("'" + instead + "'");
        assertThat(create("x", OutboxMetadata.none().withHeader(instead, "v"))).isNotNull();
    }

    @Test
    void longIllegalHeaderNameIsCutInTheMessage() {
        assertThatThrownBy(() -> create("x", OutboxMetadata.none().withHeader("-".repeat(300), "v")))
                .hasMessageStartingWith("OWD-0045: Header '" + "-".repeat(255) + "…'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\uD83D"})
    void headerNameThatDatabasesRefuseIsRefused(String name) {
        assertThatThrownBy(() -> create("x", OutboxMetadata.none().withHeader(name, "v")))
                .hasMessageStartingWith("OWD-0053");
    }

    @Test
    void optionalKeyIsItsValueOrNone() {
        assertThat(create(new PerhapsKeyed("customer")).key()).isEqualTo("customer");
        assertThat(create(new PerhapsKeyed(null)).key()).isNull();
    }

    private RecordedEvent create(Object payload) {
        return create(payload, OutboxMetadata.none());
    }

    private RecordedEvent create(Object payload, OutboxMetadata metadata) {
        return factory.create(
                        new Channel(
                                "orders",
                                null,
                                null,
                                List.of(new Destination("orders", new HyphenlessPublisher(), "test:orders")),
                                false,
                                UnaryOperator.identity(),
                                (to, rows) -> {}),
                        payload,
                        metadata)
                .outbox()
                .get(0);
    }

    private static String text(RecordedEvent event) {
        return new String(event.payload(), StandardCharsets.UTF_8);
    }
}
