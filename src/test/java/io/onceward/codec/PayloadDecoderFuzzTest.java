// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.onceward.fixture.MalformedText;
import io.onceward.spi.PayloadCodec;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads of received messages. The caller treats any exception and a stack overflow as a refusal. */
class PayloadDecoderFuzzTest {

    private static final List<Class<?>> TYPES = List.of(
            Order.class,
            String.class,
            byte[].class,
            Integer.class,
            Map.class,
            List.class,
            Object.class,
            BigDecimal.class);

    private static final String[] JSON = {
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"\"",
        "\"id\":\"a\"",
        "\"total\":",
        "1",
        "1e999999999",
        "-1E-999999999",
        "\"lines\":[",
        "\"more\":{",
        "\"at\":\"2026-01-01T00:00:00Z\"",
        "\"uuid\":\"x\"",
        "\"kind\":\"BIG\"",
        "\"@class\":\"java.net.URL\"",
        "\"\\u0000\"",
        "null",
        "true"
    };

    private static final List<PayloadCodec> CODECS = BuiltInCodecs.builtIn();

    public enum Kind {
        BIG
    }

    public static class Order {
        public String id;
        public int total;
        public BigDecimal amount;
        public List<Order> lines;
        public Map<String, Object> more;
        public Instant at;
        public UUID uuid;
        public Kind kind;
    }

    @Test
    void anyPayloadIsDecodedToTheTypeOrRefused() {
        MalformedText.each(PayloadDecoderFuzzTest::isDecodedOrRefused);
    }

    @Test
    void deeplyNestedPayloadIsRefused() {
        for (String bomb : List.of("[", "{\"lines\":[", "{\"more\":", "{\"more\":{\"a\":")) {
            for (Class<?> type : List.of(Order.class, Map.class, List.class)) {
                assertThat(decode(bomb.repeat(100_000).getBytes(StandardCharsets.UTF_8), type))
                        .isNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"x\":[",
                "{\"x\":[1,",
                "{\"x\":{\"a\":1",
                "{\"x\":[}",
                "{\"x\":\"]",
                "{\"x\":\"\\\"",
                "{}]",
                "["
            })
    void payloadThatIsCutOffIsRefused(String cut) {
        assertThat(assertTimeoutPreemptively(
                        Duration.ofSeconds(20), () -> decode(cut.getBytes(StandardCharsets.UTF_8), Order.class)))
                .isNull();
    }

    @Test
    void bracketsInStringsDoNotCountAsDepth() {
        byte[] payload = "{\"id\":\"]\\\"}[{\\\\\",\"x\":[{}]}".getBytes(StandardCharsets.UTF_8);
        assertThat(((Order) decode(payload, Order.class)).id).isEqualTo("]\"}[{\\");
    }

    @Timeout(20)
    @FuzzTest
    void structuredInput(FuzzedDataProvider data) {
        isDecodedOrRefused(MalformedText.of(data));
    }

    private static void isDecodedOrRefused(MalformedText malformed) {
        Class<?> type = malformed.oneOf(TYPES);
        byte[] payload = shortened(malformed.bytes(JSON));
        Object decoded = decode(payload, type);
        if (type == byte[].class) {
            assertThat((byte[]) decoded).isEqualTo(payload);
        } else if (type == String.class && decoded != null) {
            assertThat(((String) decoded).getBytes(StandardCharsets.UTF_8)).isEqualTo(payload);
        } else if (decoded != null) {
            assertThat(decoded).isInstanceOf(type);
        }
    }

    /** Shortens a payload: the JDK needs seconds for a number with a million digits. */
    private static byte[] shortened(byte[] payload) {
        return Arrays.copyOf(payload, Math.min(payload.length, 100_000));
    }

    /** Returns the decoded payload, or {@code null} if it is refused. */
    private static Object decode(byte[] payload, Class<?> type) {
        try {
            return PayloadDecoder.of(CODECS, type).decode(payload);
        } catch (Exception | StackOverflowError e) {
            return null;
        }
    }
}
