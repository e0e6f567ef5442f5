// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls of a durable method that was changed: each kind of change with a case that loses something, and with a compatible one. */
class ChangedCallTest {

    public enum Paid {
        CASH,
        CARD
    }

    public enum OnlyCash {
        CASH
    }

    public record Order(String id, int total) {}

    public record Renamed(String id, int amount) {}

    public record WithNote(String id, int total, String note) {}

    /** A recorded call, its method in the earlier form, and the types of the parameters in the next one. */
    private static Arguments lost(String change, List<Type> before, List<Type> after, String text, Object... call) {
        return Arguments.of(change, before, after, text, call);
    }

    private static Arguments compatible(String change, List<Type> before, List<Type> after, Object... call) {
        return Arguments.of(change, before, after, null, call);
    }

    static Stream<Arguments> changes() {
        List<Type> before = List.of(String.class, int.class);
        return Stream.of(
                lost(
                        "added parameter",
                        before,
                        List.of(String.class, int.class, String.class),
                        "it has 2 arguments, but the method has 3 parameters",
                        "a",
                        7),
                lost(
                        "removed parameter",
                        before,
                        List.of(String.class),
                        "it has 2 arguments, but the method has 1 parameters",
                        "a",
                        7),
                lost("other order", before, List.of(int.class, String.class), "it can't be decoded", "a", 7),
                lost(
                        "text instead of a number",
                        before,
                        List.of(String.class, String.class),
                        "it can't be decoded",
                        "a",
                        7),
                lost(
                        "narrower number",
                        before,
                        List.of(String.class, byte.class),
                        "argument 2: the payload has a number that is no byte",
                        "a",
                        300),
                lost(
                        "null for a primitive",
                        List.of(String.class, Integer.class),
                        before,
                        "argument 2: the payload is null, but its type is primitive",
                        "a",
                        null),
                lost("removed constant", List.of(Paid.class), List.of(OnlyCash.class), "no constant of", Paid.CARD),
                lost(
                        "list instead of a single value",
                        List.of(Order.class),
                        List.of(Order[].class),
                        "is no array",
                        new Order("o", 1)),
                lost(
                        "nested change",
                        List.of(Order.class),
                        List.of(Renamed.class),
                        "argument 1: field 'amount' is missing",
                        new Order("o", 1)),
                compatible("unchanged, or a renamed parameter", before, before, "a", 7),
                compatible("wider number", before, List.of(String.class, long.class), "a", 7),
                compatible("nullable instead of primitive", before, List.of(String.class, Integer.class), "a", 7),
                compatible(
                        "null for an object",
                        List.of(String.class, Integer.class),
                        List.of(String.class, Long.class),
                        "a",
                        null),
                compatible("constant that is left", List.of(Paid.class), List.of(OnlyCash.class), Paid.CASH),
                compatible(
                        "added field of an argument",
                        List.of(Order.class),
                        List.of(WithNote.class),
                        new Order("o", 1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void changeIsFoundOnlyIfItLosesSomething(
            String change, List<Type> before, List<Type> after, String text, Object[] call) throws Exception {
        byte[] recorded =
                new CallArguments(BuiltInCodecs.builtIn(), before).encode(call).getBytes(StandardCharsets.UTF_8);
        CallArguments next = new CallArguments(BuiltInCodecs.builtIn(), after);
        String found;
        try {
            assertThat(next.decode(recorded)).hasSize(after.size());
            found = next.difference(recorded).orElse(null);
        } catch (Exception e) {
            found = next.difference(recorded).orElse("it can't be decoded");
        }
        if (text == null) {
            assertThat(found).as(Arrays.toString(call)).isNull();
        } else {
            assertThat(found).contains(text);
        }
    }
}
