// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.bind.annotation.JsonbDateFormat;
import jakarta.json.bind.annotation.JsonbProperty;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Payloads of an earlier form of a class, read with its next form: each kind of change with a case that loses something, and with a
 * compatible one.
 */
class ChangedClassTest {

    public enum Paid {
        CASH,
        CARD
    }

    public enum OnlyCash {
        CASH
    }

    public enum More {
        CASH,
        CARD,
        CHEQUE
    }

    public record Order(String id, BigDecimal total) {}

    public record Renamed(String id, BigDecimal amount) {}

    public record RenamedInCode(
            String id, @JsonbProperty("total") BigDecimal amount) {}

    public record WithoutTotal(String id) {}

    public record WithNote(String id, BigDecimal total, String note) {}

    public record WithCount(String id, BigDecimal total, int count) {}

    public record WithOptional(String id, BigDecimal total, Optional<String> note) {}

    public record OnlyNote(String note) {}

    public record Turned(BigDecimal total, String id) {}

    public record OtherName(String id, BigDecimal total) {}

    public record Count(String id, int count) {}

    public record LongCount(String id, long count) {}

    public record TextCount(String id, String count) {}

    public record DateCount(String id, LocalDate count) {}

    public record ByteCount(String id, byte count) {}

    public record BoxedCount(String id, Integer count) {}

    public record Fraction(String id, double count) {}

    public record State(Paid paid) {}

    public record LessState(OnlyCash paid) {}

    public record MoreState(More paid) {}

    public record Basket(String id, Order order) {}

    public record RenamedBasket(String id, Renamed order) {}

    public record BasketWithNote(String id, WithNote order) {}

    public record ListBasket(String id, List<Order> order) {}

    public record RenamedListBasket(String id, List<Renamed> order) {}

    public record Due(LocalDate day) {}

    public record GermanDue(@JsonbDateFormat("dd.MM.yyyy") LocalDate day) {}

    public record Texts(List<String> values) {}

    public record Numbers(List<Integer> values) {}

    public record LongNumbers(List<Long> values) {}

    public record Page<T>(List<T> items) {}

    public static class Account {

        private String owner;
        private long cents;

        public String getOwner() {
            return owner;
        }

        public void setOwner(String newOwner) {
            owner = newOwner;
        }

        public long getCents() {
            return cents;
        }

        public void setCents(long newCents) {
            cents = newCents;
        }

        /** Is written, and never read. */
        public String getLabel() {
            return owner + " " + cents;
        }
    }

    public static class AccountOfHolder {

        private String holder;
        private long cents;

        public String getHolder() {
            return holder;
        }

        public void setHolder(String newHolder) {
            holder = newHolder;
        }

        public long getCents() {
            return cents;
        }

        public void setCents(long newCents) {
            cents = newCents;
        }
    }

    public static class AccountWithNote extends Account {

        private String note;

        public String getNote() {
            return note;
        }

        public void setNote(String newNote) {
            note = newNote;
        }
    }

    private static Type generic(Class<?> raw, Type... arguments) {
        return new ParameterizedType() {
            @Override
            public Type[] getActualTypeArguments() {
                return arguments;
            }

            @Override
            public Type getRawType() {
                return raw;
            }

            @Override
            public Type getOwnerType() {
                return ChangedClassTest.class;
            }
        };
    }

    private static Account account() {
        Account account = new Account();
        account.setOwner("zoe");
        account.setCents(100);
        return account;
    }

    private static final Order ORDER = new Order("o1", new BigDecimal("12.50"));

    private static final WithNote ID_WITHOUT_NOTE = new WithNote("o1", null, null);

    private static Arguments lost(String change, Object before, Type after, String... texts) {
        return Arguments.of(change, before, after, List.of(texts));
    }

    private static Arguments compatible(String change, Object before, Type after) {
        return Arguments.of(change, before, after, List.of());
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                lost("1 renamed field", ORDER, Renamed.class, "'amount' is missing", "unknown: total"),
                lost("1 renamed property", account(), AccountOfHolder.class, "'holder' is missing", "owner"),
                compatible("1 renamed in the code alone", ORDER, RenamedInCode.class),
                compatible("2 removed field", ORDER, WithoutTotal.class),
                lost(
                        "2 removed field beside one that is null",
                        ID_WITHOUT_NOTE,
                        OnlyNote.class,
                        "'note' is missing",
                        "id"),
                lost("3 added primitive field", ORDER, WithCount.class, "'count' is missing"),
                compatible("3 added field", ORDER, WithNote.class),
                compatible("3 added optional field", ORDER, WithOptional.class),
                compatible("3 added property beside one that is only written", account(), AccountWithNote.class),
                lost("4 text instead of number", new TextCount("a", "many"), Count.class, "decoded"),
                lost("4 date instead of number", new Count("a", 7), DateCount.class, "decoded"),
                lost("4 narrower number", new Count("a", 300), ByteCount.class, "'count'", "no byte"),
                lost("4 whole number", new Fraction("a", 1.5), Count.class, "'count'", "no int"),
                compatible("4 narrower number that fits", new Count("a", 100), ByteCount.class),
                compatible("4 wider number", new Count("a", 7), LongCount.class),
                lost("5 removed constant", new State(Paid.CARD), LessState.class, "'paid'", "no constant of"),
                compatible("5 removed constant that no payload has", new State(Paid.CASH), LessState.class),
                compatible("5 added constant", new State(Paid.CARD), MoreState.class),
                compatible("6 renamed class", ORDER, OtherName.class),
                lost("7 nested change", new Basket("b", ORDER), RenamedBasket.class, "'order.amount' is missing"),
                compatible("7 compatible nested change", new Basket("b", ORDER), BasketWithNote.class),
                lost("8 list instead of single", new Basket("b", ORDER), ListBasket.class, "'order' is no array"),
                lost(
                        "8 single instead of list",
                        new ListBasket("b", List.of(ORDER)),
                        Basket.class,
                        "'order' is no object"),
                lost("8 elements", new ListBasket("b", List.of(ORDER)), RenamedListBasket.class, "'order[].amount'"),
                lost("9 date format", new Due(LocalDate.of(2026, 11, 30)), GermanDue.class, "decoded"),
                lost("10 null for a primitive", new BoxedCount("a", null), Count.class, "'count' is missing"),
                compatible("10 value for a primitive", new BoxedCount("a", 7), Count.class),
                compatible("10 primitive to nullable", new Count("a", 7), BoxedCount.class),
                compatible("11 order of components", ORDER, Turned.class),
                lost("12 argument of a list", new Texts(List.of("a")), Numbers.class, "decoded"),
                compatible("12 wider argument", new Numbers(List.of(1)), LongNumbers.class),
                lost(
                        "12 argument of the type",
                        new Page<>(List.of(ORDER)),
                        generic(Page.class, Renamed.class),
                        "'items[].amount' is missing"),
                compatible("12 the same argument", new Page<>(List.of(ORDER)), generic(Page.class, Order.class)),
                lost(
                        "12 values of a map",
                        Map.of("a", ORDER),
                        generic(Map.class, String.class, Renamed.class),
                        "'{}.amount' is missing"),
                compatible("unchanged", ORDER, Order.class),
                compatible("unchanged with nulls", new WithNote(null, null, null), WithNote.class));
    }

    /** An application may give a text a header with a version, but no type. */
    @Test
    void eventWithoutTypeHasNoLatestVersion() {
        PayloadDecoder decoder = PayloadDecoder.of(BuiltInCodecs.builtIn(), WithNote.class);

        assertThat(decoder.latestVersion(null)).isEqualTo(Integer.MAX_VALUE);
        assertThat(decoder.latestVersion("WithNote")).isOne();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void changeIsFoundOnlyIfItLosesSomething(String change, Object before, Type after, List<String> texts)
            throws Exception {
        byte[] payload = new JsonbCodec().encode(before);
        String found = found(PayloadDecoder.of(BuiltInCodecs.builtIn(), after), payload, true);
        if (texts.isEmpty()) {
            assertThat(found).isNull();
        } else {
            assertThat(found).contains(texts);
        }
    }

    private static String found(PayloadDecoder decoder, byte[] payload, boolean isOwn) {
        try {
            decoder.decode(payload);
        } catch (Exception e) {
            return decoder.difference(payload, isOwn).orElse("it can't be decoded");
        }
        return decoder.difference(payload, isOwn).orElse(null);
    }

    /** Other senders may send fields that the class does not have, and leave out some that it has. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void fieldOfAnotherSenderIsNotTakenForARenamedOne(String change, Object before, Type after, List<String> texts) {
        byte[] payload = new JsonbCodec().encode(before);
        String found = found(PayloadDecoder.of(BuiltInCodecs.builtIn(), after), payload, false);
        if (found != null) {
            assertThat(found).doesNotContain("unknown");
        }
    }
}
