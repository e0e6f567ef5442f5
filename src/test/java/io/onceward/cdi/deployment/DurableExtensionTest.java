// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.Alert;
import io.onceward.api.Durable;
import io.onceward.api.InvalidCallException;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.event.Reception;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.spi.EventMetadata;
import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Inject;
import jakarta.inject.Qualifier;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.Transactional;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Durable observers in a CDI container: Weld, which is that of each supported server. */
class DurableExtensionTest {

    static final List<String> CALLS = new ArrayList<>();
    static final Map<DurableObserver, Object> RECORDED = new LinkedHashMap<>();

    private WeldContainer container;

    @BeforeEach
    void forget() {
        CALLS.clear();
        RECORDED.clear();
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
                .addBeanClass(Recorder.class)
                .initialize();
    }

    @ApplicationScoped
    static class Recorder implements DurableRecorder {

        @Override
        public void record(DurableObserver observer, Object event) {
            observer.verify(event);
            RECORDED.put(observer, event);
        }

        @Override
        public void record(DurableMethod method, Object[] arguments) {
            throw new AssertionError(method);
        }
    }

    public record OrderPlaced(String id) {}

    static class Paged<T> {}

    static class Cancelled {}

    static class CancelledInPart extends Cancelled {}

    @Qualifier
    @Retention(RetentionPolicy.RUNTIME)
    @interface Paid {}

    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface Logged {}

    @Logged
    @Interceptor
    @Priority(1)
    static class Logging {

        @AroundInvoke
        Object log(InvocationContext call) throws Exception {
            CALLS.add("intercepted");
            return call.proceed();
        }
    }

    @ApplicationScoped
    static class Ledger {

        void add(String entry) {
            CALLS.add(entry);
        }
    }

    @ApplicationScoped
    static class Billing {

        @Inject
        private Ledger ledger;

        @Logged
        void bill(@Observes @Durable OrderPlaced event) {
            ledger.add("billed " + event.id());
        }

        @SuppressWarnings("UnusedMethod") // the container calls it
        private void archive(@Observes @Durable(name = "archive") OrderPlaced event, Ledger injected) {
            injected.add("archived " + event.id());
        }

        static void count(@Observes @Durable OrderPlaced event) {
            CALLS.add("counted " + event.id());
        }

        void thank(@Observes @Paid @Durable OrderPlaced event) {
            ledger.add("thanked " + event.id());
        }

        void turn(@Observes @Durable Paged<OrderPlaced> event) {
            ledger.add("turned");
        }

        void other(@Observes @Durable Paged<String> event) {
            ledger.add("turned another");
        }

        void cancel(@Observes @Durable Cancelled event) {
            ledger.add("cancelled");
        }

        void now(@Observes OrderPlaced event) {
            CALLS.add("at once " + event.id());
        }
    }

    /** The version of an event is in its class. */
    static class WithVersion {
        void on(@Observes @Durable(version = 2) OrderPlaced event) {}
    }

    private static final String BILLING = Billing.class.getName();

    private static List<String> recorded() {
        return RECORDED.keySet().stream().map(DurableObserver::name).sorted().toList();
    }

    private void runRecorded() {
        Map.copyOf(RECORDED).forEach((observer, event) -> observer.method().notify(event));
    }

    @Test
    void firedEventIsRecordedForEachDurableObserverAndRunsLater() {
        start(Billing.class, Ledger.class, Logging.class);
        container.event().select(OrderPlaced.class).fire(new OrderPlaced("o1"));
        assertThat(CALLS).containsExactly("at once o1");
        assertThat(recorded()).containsExactly("archive", BILLING + "#bill", BILLING + "#count");
        runRecorded();
        assertThat(CALLS)
                .containsExactlyInAnyOrder("at once o1", "intercepted", "billed o1", "archived o1", "counted o1");
    }

    @Test
    void qualifiersAndTypeArgumentsSelectTheObservers() {
        start(Billing.class, Ledger.class, Logging.class, Holder.class);
        container.event().select(OrderPlaced.class, new PaidLiteral()).fire(new OrderPlaced("o1"));
        assertThat(recorded()).contains(BILLING + "#thank", BILLING + "#bill");
        RECORDED.clear();
        container.select(Holder.class).get().pages.fire(new Paged<>());
        assertThat(recorded()).containsExactly(BILLING + "#turn");
    }

    static class PaidLiteral extends AnnotationLiteral<Paid> implements Paid {
        private static final long serialVersionUID = 1L;
    }

    static class Holder {
        @Inject
        Event<Paged<OrderPlaced>> pages;
    }

    @Test
    void eventOfASubclassIsRefused() {
        start(Billing.class, Ledger.class, Logging.class);
        assertThatThrownBy(() -> container.event().select(CancelledInPart.class).fire(new CancelledInPart()))
                .hasCauseInstanceOf(InvalidCallException.class) // Weld wraps it
                .hasMessageContaining("OWD-0343")
                .hasMessageContaining(BILLING + "#cancel");
        assertThat(RECORDED).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Asynchronous.class,
                AfterSuccess.class,
                IfExists.class,
                Prioritized.class,
                OfMetadata.class,
                OfAnything.class,
                OfInterface.class,
                OfAlert.class,
                OfWildcard.class,
                InOwnTransaction.class,
                OnOtherThread.class,
                WithVersion.class,
                WithoutName.class
            })
    void observerThatCannotBeDurableIsRefused(Class<?> bean) {
        assertThatThrownBy(() -> start(bean))
                .hasMessageContaining("OWD-0342")
                .hasMessageContaining(bean.getName() + "#on");
    }

    @ParameterizedTest
    @ValueSource(classes = {OfList.class, OfListOfAnything.class, OfRawList.class})
    void observerOfSeveralEventsIsRefused(Class<?> bean) {
        assertThatThrownBy(() -> start(bean))
                .hasMessageContaining("OWD-1210")
                .hasMessageContaining(bean.getName() + "#on")
                .hasMessageContaining("observes java.util.List");
    }

    @Test
    void sharedNameIsRefused() {
        assertThatThrownBy(() -> start(Twice.class)).hasMessageContaining("OWD-0344");
    }

    @Test
    void annotationWithoutEffectIsRefused() {
        assertThatThrownBy(() -> start(NoObserver.class)).hasMessageContaining("OWD-0345");
    }

    @Test
    void containerWithoutOncewardIsRefused() {
        assertThatThrownBy(() -> container = new Weld()
                        .disableDiscovery()
                        .addExtension(new DurableExtension())
                        .addExtension(new DurableExtension())
                        .beanClasses(Billing.class, Ledger.class)
                        .initialize())
                .hasMessageContaining("OWD-0346");
    }

    @Test
    void namesAreThoseOfTheMethodsUnlessTheyAreSet() {
        start(Billing.class, Ledger.class, Logging.class);
        Map<String, DurableObserver> byName =
                container.getBeanManager().getExtension(DurableExtension.class).observers().stream()
                        .collect(Collectors.toMap(DurableObserver::name, Function.identity()));
        assertThat(byName).hasSize(7).containsKeys("archive", BILLING + "#bill");
        assertThat(byName.get("archive").member()).isEqualTo(BILLING + "#archive");
    }

    static class Asynchronous {
        void on(@ObservesAsync @Durable OrderPlaced event) {}
    }

    static class AfterSuccess {
        void on(@Observes(during = TransactionPhase.AFTER_SUCCESS) @Durable OrderPlaced event) {}
    }

    @ApplicationScoped
    static class IfExists {
        void on(@Observes(notifyObserver = Reception.IF_EXISTS) @Durable OrderPlaced event) {}
    }

    static class Prioritized {
        void on(@Observes @Priority(1) @Durable OrderPlaced event) {}
    }

    static class OfMetadata {
        void on(@Observes @Durable OrderPlaced event, EventMetadata metadata) {}
    }

    static class OfAnything {
        void on(@Observes @Durable @Paid Object event) {}
    }

    static class OfAlert {
        void on(@Observes @Durable Alert alert) {}
    }

    static class OfInterface {
        void on(@Observes @Durable Runnable event) {}
    }

    static class OfWildcard {
        void on(@Observes @Durable Paged<? extends Cancelled> event) {}
    }

    static class OfList {
        void on(@Observes @Durable List<OrderPlaced> events) {}
    }

    static class OfListOfAnything {
        void on(@Observes @Durable List<?> events) {}
    }

    @SuppressWarnings("rawtypes")
    static class OfRawList {
        void on(@Observes @Durable List events) {}
    }

    static class InOwnTransaction {
        @Transactional(Transactional.TxType.REQUIRES_NEW)
        void on(@Observes @Durable OrderPlaced event) {}
    }

    static class OnOtherThread {
        @jakarta.enterprise.concurrent.Asynchronous
        void on(@Observes @Durable OrderPlaced event) {}
    }

    static class WithoutName {
        void on(@Observes @Durable(name = " ") OrderPlaced event) {}
    }

    static class Twice {
        void one(@Observes @Durable(name = "same") OrderPlaced event) {}

        void two(@Observes @Durable(name = "same") Cancelled event) {}
    }

    static class NoObserver {
        void on(@Durable OrderPlaced event) {}
    }
}
