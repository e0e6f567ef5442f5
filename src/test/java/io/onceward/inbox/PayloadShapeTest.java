// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.onceward.queue.RecordedEvent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadShapeTest {

    private static final String ORDER = """
            {"id":"o1","total":7,"paid":"CARD","day":"2026-11-30","lines":[{"price":1.5}],"note":"a note","gift":true}""";

    private static long shape(byte[] payload, String type, Map<String, String> headers) {
        return PayloadShape.of(
                new RecordedEvent("1", "orders", null, type, payload, "application/json", headers, "billing", 0, null));
    }

    private static long shape(String json) {
        return shape(json.getBytes(StandardCharsets.UTF_8), "OrderPlaced", Map.of());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "other texts | \"o1\" | \"another one, with a \\\" and a ü\"",
                "another number of this size | 7 | 101",
                "another time | 2026-11-30 | 1999-01-01",
                "another fraction | 1.5 | 1200.25",
                "more elements | {\"price\":1.5} | {\"price\":1.5},{\"price\":2.5},{\"price\":3.5}",
                "spaces | \"total\":7, | \"total\" : 7 ,",
                "the other boolean | true | false",
                "another order | \"id\":\"o1\",\"total\":7 | \"total\":7,\"id\":\"o1\""
            })
    void valuesDoNotMatter(String change, String before, String after) {
        assertThat(ORDER).contains(before);
        assertThat(shape(ORDER.replace(before, after))).isEqualTo(shape(ORDER));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a renamed field | \"total\" | \"amount\"",
                "a removed field | ,\"gift\":true | ''",
                "an added field | \"gift\" | \"count\":1,\"gift\"",
                "a text instead of a number | 7 | \"seven\"",
                "a null | 7 | null",
                "a nested field | \"price\" | \"cents\"",
                "a list instead of a single value | true | [true]",
                "a field at another place | [{\"price\":1.5}] | [],\"price\":1.5"
            })
    void structureIsTheUpperHalf(String change, String before, String after) {
        assertThat(ORDER).contains(before);
        assertThat(shape(ORDER.replace(before, after)) >> 32).isNotEqualTo(shape(ORDER) >> 32);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "another constant | CARD | CASH",
                "no byte | 7 | 300",
                "no byte, negative | 7 | -129",
                "no short | 7 | 40000",
                "no int | 7 | 3000000000",
                "no long | 7 | 30000000000000000000",
                "no whole number | 7 | 7.5",
                "another date format | 2026-11-30 | 30.11.2026",
                "a date with a time | 2026-11-30 | 2026-11-30T12:00:00Z",
                "an empty text | a note | ''"
            })
    void valuesThatMayDecideAreTheLowerHalf(String change, String before, String after) {
        assertThat(ORDER).contains(before);
        long changed = shape(ORDER.replace(before, after));
        assertThat(changed).isNotEqualTo(shape(ORDER));
        assertThat(changed >> 32).isEqualTo(shape(ORDER) >> 32);
    }

    @Test
    void typeVersionAndSenderBelongToTheStructure() {
        byte[] payload = ORDER.getBytes(StandardCharsets.UTF_8);
        assertThat(new long[] {
                    shape(payload, "OrderPlaced", Map.of()),
                    shape(payload, "OrderPaid", Map.of()),
                    shape(payload, "OrderPlaced", Map.of("eventversion", "2")),
                    shape(payload, "OrderPlaced", Map.of("onceward_local", "1"))
                })
                .doesNotHaveDuplicates();
    }

    /** Only decoding shows what another codec can read. */
    @Test
    void payloadsThatAreNoJsonHaveSomeShapesForASample() {
        assertThat(IntStream.range(0, 5000)
                        .mapToObj(i -> shape("<order>" + i + "</order>"))
                        .distinct())
                .hasSizeBetween(100, 200);
        assertThat(shape("<a/>") >> 32).isEqualTo(shape("<b/>") >> 32);
        assertThat(shape("\uFEFF " + ORDER)).isEqualTo(shape(ORDER));
    }

    @Test
    void placesAndNumberOfArgumentsBelongToTheStructureOfACall() {
        assertThat(new long[] {call("[\"a\",7]"), call("[7,\"a\"]"), call("[\"a\",7,8]"), call("[\"a\",[7]]")})
                .doesNotHaveDuplicates();
        assertThat(call("[{\"id\":\"o1\",\"lines\":[1]},7]")).isEqualTo(call("[{\"id\":\"o2\",\"lines\":[1,2,3]},9]"));
    }

    private static long call(String arguments) {
        return PayloadShape.of(new RecordedEvent(
                "1",
                "Billing.charge",
                null,
                "charge",
                arguments.getBytes(StandardCharsets.UTF_8),
                "text/plain",
                Map.of(),
                "call:Billing.charge",
                0,
                null));
    }

    /** Before anything is decoded, an event is recorded: whatever its bytes are, its transaction must not fail. */
    @Test
    void anyBytesHaveAShape() {
        Random random = new Random(1);
        byte[] text = ORDER.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 20_000; i++) {
            byte[] some = text.clone();
            for (int changes = random.nextInt(5); changes >= 0; changes--) {
                some[1 + random.nextInt(some.length - 1)] =
                        random.nextBoolean() ? (byte) random.nextInt() : (byte) "{}[]\\\",:-".charAt(random.nextInt(9));
            }
            byte[] cut = Arrays.copyOf(some, random.nextInt(some.length));
            assertThatCode(() -> shape(cut, "OrderPlaced", Map.of())).doesNotThrowAnyException();
        }
        assertThatCode(() -> shape("[".repeat(200_000))).doesNotThrowAnyException();
    }
}
