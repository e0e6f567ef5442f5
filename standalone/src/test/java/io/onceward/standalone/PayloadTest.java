// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.InvalidCallException;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.MemoryDatabase;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.json.bind.annotation.JsonbCreator;
import jakarta.json.bind.annotation.JsonbProperty;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The payloads of received messages, decoded to the types of an application. */
class PayloadTest {

    private static final long PATIENCE = 30_000;

    @TempDir
    private static Path folder;

    private static ArtemisBroker broker;
    private static MemoryDatabase database;
    private static Onceward onceward;
    private static JMSContext jms;

    @BeforeAll
    static void start() throws Exception {
        broker = new ArtemisBroker(folder).start();
        database = new MemoryDatabase();
        onceward = Builders.on(database)
                .connectionFactory(broker.connectionFactory())
                .configuration(Map.of("onceward.schema", "create"))
                .start();
        jms = broker.connectionFactory().createContext();
    }

    @AfterAll
    static void stop() throws Exception {
        jms.close();
        onceward.close();
        database.close();
        broker.close();
    }

    /** Records a payload, and returns the message that the relay publishes. */
    private static Message published(Object payload) throws Exception {
        MemoryDatabase.inTransaction(() -> onceward.outbox().record("payloads", payload));
        try (JMSConsumer consumer = jms.createConsumer(jms.createQueue("payloads"))) {
            Message message = consumer.receive(PATIENCE);
            assertThat(message).as("a message").isNotNull();
            return message;
        }
    }

    private static <T> T decoded(Object payload, Class<T> type) throws Exception {
        return onceward.inbox().payload(published(payload), type);
    }

    public enum Kind {
        URGENT,
        NORMAL
    }

    public record Line(String article, int count) {}

    public record Placed(
            String id,
            Kind kind,
            Instant at,
            LocalDate due,
            BigDecimal total,
            List<Line> lines,
            Optional<String> note) {}

    /** A class with getters alone, as value objects have them. */
    public static class Silent {
        private String id;

        public String getId() {
            return id;
        }
    }

    /** An immutable class without a hint for JSON-B. */
    public static final class Immutable {
        private final String id;

        public Immutable(String id) {
            this.id = id;
        }

        public String getId() {
            return id;
        }
    }

    /** An immutable class with a creator. */
    public static final class Created {
        private final String id;

        @JsonbCreator
        public Created(@JsonbProperty("id") String id) {
            this.id = id;
        }

        public String getId() {
            return id;
        }
    }

    /** A bean. */
    public static class Bean {
        private String id;

        public String getId() {
            return id;
        }

        public void setId(String newId) {
            id = newId;
        }
    }

    @Test
    void recordWithEnumTimesAndListIsDecodedWithoutAnnotations() throws Exception {
        Placed placed = new Placed(
                "1",
                Kind.URGENT,
                Instant.parse("2026-01-02T03:04:05Z"),
                LocalDate.of(2026, 2, 3),
                new BigDecimal("1.50"),
                List.of(new Line("a", 2)),
                Optional.of("n"));
        assertThat(decoded(placed, Placed.class)).isEqualTo(placed);
    }

    @Test
    void textAndBytesAreDecodedAsTheyAre() throws Exception {
        assertThat(decoded("text", String.class)).isEqualTo("text");
        assertThat(decoded(new byte[] {1}, byte[].class)).isEqualTo(new byte[] {1});
        assertThat(decoded(new Line("a", 1), String.class)).isEqualTo("{\"article\":\"a\",\"count\":1}");
    }

    @Test
    void immutableClassWithACreatorAndBeanAreDecoded() throws Exception {
        assertThat(decoded(new Created("7"), Created.class).getId()).isEqualTo("7");
        assertThat(decoded(new Created("7"), Bean.class).getId()).isEqualTo("7");
    }

    private static void refused(String code, Class<?> type, Message message, String... words) {
        assertThatThrownBy(() -> onceward.inbox().payload(message, type))
                .isInstanceOf(InvalidCallException.class)
                .hasMessageStartingWith(code)
                .hasMessageContaining(type.getName())
                .satisfies(e -> assertThat(List.of(words))
                        .allSatisfy(word -> assertThat(e).hasMessageContaining(word)));
    }

    @Test
    void classThatLosesValuesIsRefusedInsteadOfNulls() throws Exception {
        refused("OWD-0323", Silent.class, published(new Created("7")), "'id'", "@JsonbCreator");
    }

    @Test
    void payloadWithoutAValueForTheFieldIsNoLoss() throws Exception {
        assertThat(decoded(Map.of("other", 1), Silent.class).getId()).isNull();
    }

    @Test
    void classThatCantBeMadeIsRefusedWithTheReason() throws Exception {
        refused("OWD-0322", Immutable.class, published(new Created("7")), "no public constructor without parameters");
        refused("OWD-0322", Comparable.class, published(new Created("7")), "PayloadCodec");
    }

    @Test
    void payloadOfAnotherFormIsRefusedWithoutQuotingIt() {
        Message message = jms.createTextMessage("secret {");
        refused("OWD-0322", Line.class, message);
        assertThatThrownBy(() -> onceward.inbox().payload(message, Line.class)).hasMessageNotContaining("secret");
    }

    @Test
    void objectMapAndStreamMessagesAreRefusedWithAHint() {
        refused("OWD-0321", Line.class, jms.createObjectMessage("text"), "never deserializes", "JSON");
        refused("OWD-0321", Line.class, jms.createMapMessage(), "map");
        refused("OWD-0321", Line.class, jms.createStreamMessage(), "stream");
        assertThatThrownBy(() -> onceward.inbox().payload("no message", Line.class))
                .hasMessageStartingWith("OWD-0321");
    }

    @Test
    void nullIsRefused() {
        assertThatThrownBy(() -> onceward.inbox().payload(null, Line.class)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> onceward.inbox().payload(jms.createTextMessage("{}"), null))
                .isInstanceOf(NullPointerException.class);
    }
}
