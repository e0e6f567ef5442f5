// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.Durable;
import io.onceward.api.EventKey;
import io.onceward.api.InvalidCallException;
import io.onceward.cdi.beans.DurableCallInterceptor;
import io.onceward.cdi.deployment.DurableExtension;
import io.onceward.cdi.deployment.DurableMethod;
import io.onceward.cdi.deployment.DurableObserver;
import io.onceward.cdi.deployment.DurableRecorder;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Durable methods in a CDI container: Weld, which is that of each supported server. */
class DurableMethodTest {

    static final List<String> CALLS = new ArrayList<>();
    static final Map<DurableMethod, String> RECORDED = new LinkedHashMap<>();
    static final List<String> KEYS = new ArrayList<>();

    private WeldContainer container;

    @BeforeEach
    void forget() {
        CALLS.clear();
        RECORDED.clear();
        KEYS.clear();
    }

    @AfterEach
    void stop() {
        if (container != null) {
            container.close();
        }
    }

    private void start(Class<?>... beans) {
        container = new Weld()
                .disableDiscovery()
                .addExtension(new DurableExtension())
                .beanClasses(beans)
                .addBeanClasses(Recorder.class, RecordedCalls.class, DurableCallInterceptor.class)
                .initialize();
    }

    @ApplicationScoped
    static class Recorder implements DurableRecorder {

        @Inject
        private RecordedCalls calls;

        @Override
        public void record(DurableObserver observer, Object event) {
            throw new AssertionError(observer);
        }

        @Override
        public void record(DurableMethod method, Object[] arguments) {
            RECORDED.put(method, calls.encode(method, arguments));
            KEYS.add(method.key(arguments));
        }
    }

    public record Item(String id, BigDecimal price) {}

    static class Animal {}

    static class Dog extends Animal {}

    enum Kind {
        BILL {
            @Override
            boolean isPaid() {
                return false;
            }
        };

        abstract boolean isPaid();
    }

    @ApplicationScoped
    static class Billing {

        @Durable
        public void charge(String id, long amount, List<Item> items, Item one, byte[] bytes, Kind kind, String none) {
            CALLS.add(id + " " + amount + " " + items + " " + one + " " + new String(bytes, StandardCharsets.UTF_8)
                    + " " + kind + " " + none);
        }

        @Durable(name = "feed")
        void feed(Animal animal) {
            CALLS.add("fed");
        }

        @Durable
        void ping() {
            CALLS.add("ping");
        }

        @Durable
        void remind(String text, @EventKey Long order) {
            CALLS.add(text + order);
        }

        @Durable
        void find(@EventKey Optional<String> order) {
            CALLS.add("find " + order);
        }
    }

    private void runRecorded() throws Exception {
        DurableExtension extension = container.getBeanManager().getExtension(DurableExtension.class);
        BeanManager beans = container.getBeanManager();
        RecordedCalls calls = container.select(RecordedCalls.class).get();
        for (Map.Entry<DurableMethod, String> each : Map.copyOf(RECORDED).entrySet()) {
            DurableMethod method = each.getKey();
            BeanMethod called = new BeanMethod(
                    beans,
                    extension.beanOf(method).orElseThrow(),
                    method.bean(),
                    method.method(),
                    (why, instead) -> new InvalidCallException("", why, null));
            Object[] arguments = calls.of(method).decode(each.getValue().getBytes(StandardCharsets.UTF_8));
            calls.run(method, () -> called.call(arguments));
        }
    }

    @Test
    void callIsRecordedAndRunsLaterWithItsArguments() throws Exception {
        start(Billing.class);
        Item item = new Item("i1", new BigDecimal("1.50"));
        container
                .select(Billing.class)
                .get()
                .charge("o\"1", 42, List.of(item), item, "bytes".getBytes(StandardCharsets.UTF_8), Kind.BILL, null);
        assertThat(CALLS).isEmpty();
        assertThat(RECORDED.values())
                .containsExactly("[\"o\\\"1\",42,[{\"id\":\"i1\",\"price\":1.50}],{\"id\":\"i1\",\"price\":1.50},"
                        + "\"Ynl0ZXM=\",\"BILL\",null]");
        runRecorded();
        assertThat(CALLS).containsExactly("o\"1 42 [" + item + "] " + item + " bytes BILL null");
    }

    /** A recorded call that calls the method again by the container records a further call. */
    @Test
    void callWithoutArgumentsRunsOnce() throws Exception {
        start(Billing.class);
        container.select(Billing.class).get().ping();
        runRecorded();
        assertThat(CALLS).containsExactly("ping");
        container.select(Billing.class).get().ping();
        assertThat(CALLS).containsExactly("ping");
    }

    @Test
    void keyOfACallIsTheAnnotatedArgument() throws Exception {
        start(Billing.class);
        Billing billing = container.select(Billing.class).get();
        billing.ping();
        billing.remind("pay ", 42L);
        billing.remind("pay ", null);
        billing.find(Optional.of("42"));
        billing.find(Optional.empty());
        assertThat(KEYS).containsExactly(null, "42", null, "42", null);
    }

    @Test
    void argumentOfASubclassIsRefused() {
        start(Billing.class);
        assertThatThrownBy(() -> container.select(Billing.class).get().feed(new Dog()))
                .isInstanceOf(InvalidCallException.class)
                .hasMessageStartingWith("OWD-0351")
                .hasMessageContaining(Billing.class.getName() + "#feed")
                .hasMessageContaining("argument 1");
        assertThat(RECORDED).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                WithResult.class,
                Final.class,
                WithManager.class,
                WithStream.class,
                WithObject.class,
                InOwnTransaction.class,
                WithTwoKeys.class,
                WithKeyOfIdentity.class,
                WithKeyOfBytes.class,
                WithVersionZero.class,
                AlsoIncoming.class
            })
    void methodThatCannotBeDurableIsRefused(Class<?> bean) {
        assertThatThrownBy(() -> start(bean))
                .hasMessageContaining("OWD-0349")
                .hasMessageContaining(bean.getName() + "#on");
    }

    @Test
    void sharedNameIsRefused() {
        assertThatThrownBy(() -> start(Twice.class)).hasMessageContaining("OWD-0344");
    }

    /** Each argument would be a key of its own, and the calls would have no order. */
    static class WithKeyOfIdentity {
        @Durable
        void on(@EventKey Animal animal) {}
    }

    static class WithVersionZero {
        @Durable(version = 0)
        void on() {}
    }

    static class WithKeyOfBytes {
        @Durable
        void on(@EventKey byte[] order) {}
    }

    static class WithResult {
        @Durable
        String on() {
            return "";
        }
    }

    static class Final {
        @Durable
        final void on() {}
    }

    static class WithManager {
        @Durable
        void on(EntityManager manager) {}
    }

    static class WithStream {
        @Durable
        void on(InputStream stream) {}
    }

    static class WithObject {
        @Durable
        void on(Object anything) {}
    }

    static class InOwnTransaction {
        @Durable
        @Transactional(Transactional.TxType.REQUIRES_NEW)
        void on() {}
    }

    static class WithTwoKeys {
        @Durable
        void on(@EventKey String one, @EventKey String two) {}
    }

    static class AlsoIncoming {
        @Durable
        @Incoming("orders")
        void on(String order) {}
    }

    static class Twice {
        @Durable(name = "same")
        void one() {}

        @Durable(name = "same")
        void two() {}
    }
}
