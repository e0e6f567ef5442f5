// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.Durable;
import io.onceward.api.InvalidCallException;
import io.onceward.cdi.beans.DurableCallInterceptor;
import io.onceward.cdi.deployment.DurableExtension;
import io.onceward.cdi.deployment.DurableMethod;
import io.onceward.cdi.deployment.DurableObserver;
import io.onceward.cdi.deployment.DurableRecorder;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.spi.PayloadCodec;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a durable method or observer gets is what was passed or fired; what JSON can't restore is refused before it is recorded. */
class DurableLossTest {

    static final List<byte[]> RECORDED = new ArrayList<>();

    private WeldContainer container;

    @BeforeEach
    void forget() {
        RECORDED.clear();
    }

    @AfterEach
    void stop() {
        container.close();
    }

    private void start(Class<?>... further) {
        container = new Weld()
                .disableDiscovery()
                .addExtension(new DurableExtension())
                .beanClasses(further)
                .addBeanClasses(Shop.class, Recorder.class, RecordedCalls.class, DurableCallInterceptor.class)
                .initialize();
    }

    /** Encodes what it records as the outbox does, by the first codec that handles it. */
    @ApplicationScoped
    static class Recorder implements DurableRecorder {

        @Inject
        private RecordedCalls calls;

        @Inject
        @Any
        private Instance<PayloadCodec> codecs;

        @Override
        public void record(DurableObserver observer, Object event) {
            calls.verify(observer, event);
            RECORDED.add(encoded(event));
        }

        @Override
        public void record(DurableMethod method, Object[] arguments) {
            RECORDED.add(encoded(calls.encode(method, arguments)));
        }

        private byte[] encoded(Object payload) {
            try {
                return BuiltInCodecs.after(codecs.stream().toList()).stream()
                        .filter(codec -> codec.handles(payload.getClass()))
                        .findFirst()
                        .orElseThrow()
                        .encode(payload);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static class Payment {
        public BigDecimal amount = BigDecimal.TEN;
    }

    public static class CardPayment extends Payment {
        public String card = "4711";
    }

    public record Order(String id, Payment payment) {}

    public record Cart(Optional<String> voucher, OptionalInt floor, Set<String> items, Map<LocalDate, Integer> days) {}

    /** Without a setter, JSON-B leaves the number as the constructor has set it. */
    public static class Counted {
        private int number;

        public static Counted of(int number) {
            Counted counted = new Counted();
            counted.number = number;
            return counted;
        }

        public int getNumber() {
            return number;
        }
    }

    @ApplicationScoped
    static class Shop {

        @Durable
        public void pay(String order, List<Payment> payments) {}

        @Durable
        public void convert(Currency currency) {}

        @Durable
        public void count(Counted counted) {}

        @Durable
        public void ship(Optional<String> gift, Cart cart) {}

        void onOrder(@Observes @Durable Order order) {}

        void onCount(@Observes @Durable Counted counted) {}

        void onCart(@Observes @Durable Cart cart) {}
    }

    private Shop shop() {
        return container.select(Shop.class).get();
    }

    private Object[] restored(String method) throws Exception {
        DurableMethod durable = container.getBeanManager().getExtension(DurableExtension.class).methods().stream()
                .filter(each -> each.method().getName().equals(method))
                .findFirst()
                .orElseThrow();
        return container.select(RecordedCalls.class).get().of(durable).decode(RECORDED.get(0));
    }

    @Test
    void elementOfASubclassIsRefused() {
        start();
        assertRefused("OWD-0351", () -> shop().pay("o1", List.of(new Payment(), new CardPayment())));
        shop().pay("o1", List.of(new Payment()));
        assertThat(RECORDED).hasSize(1);
    }

    /** Before, it was recorded, and parked only after the commit. */
    @Test
    void argumentThatCannotBeReadIsRefused() {
        start();
        assertRefused("OWD-0351", () -> shop().convert(Currency.getInstance("EUR")));
    }

    @Test
    void argumentWithoutASetterIsRefused() {
        start();
        assertRefused("OWD-0351", () -> shop().count(Counted.of(7)));
    }

    /** JSON has no order of a set, and no entry for an empty optional. */
    @Test
    void argumentThatJsonWritesInAnotherWayIsRestored() throws Exception {
        start();
        Cart cart = new Cart(
                Optional.empty(),
                OptionalInt.of(3),
                new LinkedHashSet<>(List.of("zz", "b", "a", "c")),
                Map.of(LocalDate.EPOCH, 1));
        shop().ship(Optional.empty(), cart);
        assertThat(restored("ship")).containsExactly(Optional.empty(), cart);
        container.event().select(Cart.class).fire(cart);
        assertThat(RECORDED).hasSize(2);
    }

    @Test
    void eventWithAPartOfASubclassIsRefused() {
        start();
        assertRefused("OWD-0352", () -> container.event().select(Order.class).fire(new Order("o1", new CardPayment())));
        container.event().select(Order.class).fire(new Order("o1", new Payment()));
        assertThat(RECORDED).hasSize(1);
    }

    @Test
    void eventWithoutASetterIsRefused() {
        start();
        assertRefused("OWD-0352", () -> container.event().select(Counted.class).fire(Counted.of(7)));
    }

    private static void assertRefused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .hasStackTraceContaining(InvalidCallException.class.getName() + ": " + code)
                .hasStackTraceContaining(Shop.class.getName());
        assertThat(RECORDED).isEmpty();
    }

    /** Also encodes texts: such as JSON by another library, or encrypted. */
    @ApplicationScoped
    static class OfEverything implements PayloadCodec {

        @Override
        public boolean handles(Class<?> type) {
            return type == String.class || type == Optional.class;
        }

        @Override
        public String contentType() {
            return "text/x";
        }

        @Override
        public byte[] encode(Object payload) {
            return new StringBuilder(payload instanceof Optional<?> optional ? optional.toString() : (String) payload)
                    .reverse()
                    .toString()
                    .getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Object decode(byte[] payload, Type type) {
            return new StringBuilder(new String(payload, StandardCharsets.UTF_8))
                    .reverse()
                    .toString();
        }
    }

    /** Before, each call was parked. */
    @Test
    void codecOfTheApplicationMayEncodeTexts() throws Exception {
        start(OfEverything.class);
        shop().pay("o1", List.of());
        assertThat(new String(RECORDED.get(0), StandardCharsets.UTF_8).toLowerCase(Locale.ROOT))
                .isEqualTo("]][,\"1o\"[");
        assertThat(restored("pay")).containsExactly("o1", List.of());
        RECORDED.clear();
        shop().ship(null, null);
        assertThat(restored("ship")).containsExactly(null, null);
    }
}
