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
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.ejb.Schedule;
import jakarta.ejb.Stateful;
import jakarta.ejb.Stateless;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Specializes;
import jakarta.enterprise.inject.Stereotype;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Inject;
import jakarta.inject.Qualifier;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptors;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.Transactional;
import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Durable methods and observers of beans that inherit from, specialize, replace or decorate each other. */
class DurableBeanTest {

    static final List<String> CALLS = new ArrayList<>();
    static final List<String> RECORDED = new ArrayList<>();
    static final Map<DurableMethod, String> CALLED = new LinkedHashMap<>();

    private WeldContainer container;

    @BeforeEach
    void forget() {
        CALLS.clear();
        RECORDED.clear();
        CALLED.clear();
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
            observer.verify(event);
            RECORDED.add(observer.name());
        }

        @Override
        public void record(DurableMethod method, Object[] arguments) {
            RECORDED.add(method.name());
            CALLED.put(method, calls.encode(method, arguments));
        }
    }

    private DurableExtension extension() {
        return container.getBeanManager().getExtension(DurableExtension.class);
    }

    private void runRecorded() throws Exception {
        BeanManager beans = container.getBeanManager();
        RecordedCalls calls = container.select(RecordedCalls.class).get();
        for (Map.Entry<DurableMethod, String> each : Map.copyOf(CALLED).entrySet()) {
            DurableMethod method = each.getKey();
            BeanMethod called = new BeanMethod(
                    beans,
                    extension().beanOf(method).orElseThrow(),
                    method.bean(),
                    method.method(),
                    (why, instead) -> new InvalidCallException("", why, null));
            Object[] arguments = calls.of(method).decode(each.getValue().getBytes(StandardCharsets.UTF_8));
            calls.run(method, () -> called.call(arguments));
        }
    }

    /** Calls the method, and runs what was recorded. */
    private void charge(String order) throws Exception {
        container.select(Cards.class).get().charge(order);
        assertThat(CALLS).isEmpty();
        runRecorded();
    }

    // Methods

    @ApplicationScoped
    static class Cards {

        @Durable(name = "charge")
        public void charge(String order) {
            CALLS.add("charged " + order);
        }
    }

    @Specializes
    static class BetterCards extends Cards {}

    @Alternative
    @ApplicationScoped
    static class CardsOfTests extends Cards {

        @Override
        @Durable(name = "charge")
        public void charge(String order) {
            CALLS.add("pretended " + order);
        }
    }

    @Alternative
    @Priority(1)
    static class CardsAtOnce extends Cards {

        @Override
        public void charge(String order) {
            CALLS.add("at once " + order);
        }
    }

    /** A name of its own would lose the recorded calls of the version before. */
    @Test
    void specializingBeanKeepsTheName() throws Exception {
        start(Cards.class, BetterCards.class);
        charge("o1");
        assertThat(CALLS).containsExactly("charged o1");
        assertThat(extension().methods()).singleElement().satisfies(method -> assertThat(method.bean())
                .isEqualTo(BetterCards.class));
    }

    @Test
    void alternativeThatIsNotSelectedMayHaveTheName() throws Exception {
        start(Cards.class, CardsOfTests.class);
        charge("o1");
        assertThat(CALLS).containsExactly("charged o1");
    }

    @Test
    void alternativeMayHaveTheNameOfItsSuperclass() throws Exception {
        start(CardsOfTests.class);
        assertThat(extension().methods()).isEmpty();
        container.close();
        container = new Weld()
                .disableDiscovery()
                .addExtension(new DurableExtension())
                .beanClasses(CardsOfTests.class, Recorder.class, RecordedCalls.class, DurableCallInterceptor.class)
                .alternatives(CardsOfTests.class)
                .initialize();
        charge("o1");
        assertThat(CALLS).containsExactly("pretended o1");
    }

    /** Java does not inherit the annotation, so the calls would run at once. */
    @ParameterizedTest
    @ValueSource(classes = {CardsAtOnce.class, OfInterface.class, OfAbstract.class, OtherParameter.class})
    void overridingMethodWithoutTheAnnotationIsRefused(Class<?> bean) {
        assertThatThrownBy(() -> start(bean))
                .hasMessageContaining("OWD-0349")
                .hasMessageContaining(bean.getName() + "#charge")
                .hasMessageContaining("the method that overrides it has not");
    }

    interface Charges {

        @Durable
        void charge(String order);
    }

    @ApplicationScoped
    static class OfInterface implements Charges {

        @Override
        public void charge(String order) {
            CALLS.add("at once " + order);
        }
    }

    abstract static class Abstract {

        @Durable
        abstract void charge(String order);
    }

    @ApplicationScoped
    static class OfAbstract extends Abstract {

        @Override
        void charge(String order) {
            CALLS.add("at once " + order);
        }
    }

    interface Pays<T> {

        @Durable
        void pay(T what);
    }

    @ApplicationScoped
    static class Payments implements Pays<List<String>> {

        @Override
        @Durable
        public void pay(List<String> what) {
            CALLS.add("paid " + what);
        }
    }

    @Test
    void callByAGenericInterfaceIsRecorded() throws Exception {
        start(Payments.class);
        Pays<List<String>> payments = container.select(Payments.class).get();
        payments.pay(List.of("o1"));
        assertThat(CALLS).isEmpty();
        runRecorded();
        assertThat(CALLS).containsExactly("paid [o1]");
    }

    abstract static class Paying<T> implements Pays<T> {

        @Override
        public void pay(T what) {
            CALLS.add("paid nothing");
        }
    }

    @ApplicationScoped
    static class PaymentsOfText extends Paying<String> {

        @Override
        @Durable
        public void pay(String what) {
            CALLS.add("paid " + what);
        }
    }

    /** Before, Weld called the method without its interceptors, so it ran at once. */
    @Test
    void callByAGenericMethodOfASuperclassIsRecorded() throws Exception {
        start(PaymentsOfText.class);
        Pays<String> payments = container.select(PaymentsOfText.class).get();
        payments.pay("o1");
        assertThat(CALLS).isEmpty();
        runRecorded();
        assertThat(CALLS).containsExactly("paid o1");
        assertThat(RECORDED).hasSize(1);
    }

    static class Anything {

        public <T> void charge(T what) {
            CALLS.add("at once " + what);
        }
    }

    @ApplicationScoped
    static class Overload extends Anything {

        @Durable
        public void charge(String order) {
            CALLS.add("charged " + order);
        }
    }

    @Test
    void callOfAGenericMethodWithADurableOverloadIsNotRecorded() throws Exception {
        start(Overload.class);
        Anything anything = container.select(Overload.class).get();
        anything.charge(1);
        assertThat(CALLS).containsExactly("at once 1");
        assertThat(RECORDED).isEmpty();
    }

    @ApplicationScoped
    static class OtherParameter implements Charges {

        @Override
        public void charge(String order) {
            CALLS.add("at once " + order);
        }

        @Durable
        public void charge(Integer order) {
            CALLS.add("charged " + order);
        }
    }

    static class Made {

        @Durable
        public void charge(String order) {
            CALLS.add("at once " + order);
        }
    }

    @ApplicationScoped
    static class Maker {

        @Produces
        Made made() {
            return new Made();
        }
    }

    @ApplicationScoped
    static class MakerByField {

        @Produces
        final Made made = new Made();
    }

    /** Before, the calls of its object ran at once. */
    @ParameterizedTest
    @ValueSource(classes = {Maker.class, MakerByField.class})
    void durableMethodOfAnObjectThatAProducerMakesIsRefused(Class<?> producer) {
        assertThatThrownBy(() -> start(producer))
                .hasMessageContaining("OWD-0349")
                .hasMessageContaining(Made.class.getName() + "#charge")
                .hasMessageContaining(producer.getName());
    }

    @Qualifier
    @Retention(RetentionPolicy.RUNTIME)
    @interface Found {
        final class Literal extends AnnotationLiteral<Found> implements Found {
            private static final long serialVersionUID = 1L;
        }
    }

    @ApplicationScoped
    static class Finder {

        @Produces
        @Found
        Cards found(Cards cards) {
            return cards;
        }
    }

    @Test
    void producerMayHandOutTheBeanOfTheClass() throws Exception {
        start(Cards.class, Finder.class);
        container.select(Cards.class, new Found.Literal()).get().charge("o1");
        assertThat(CALLS).isEmpty();
        runRecorded();
        assertThat(CALLS).containsExactly("charged o1");
    }

    /** Runs before the interceptors that a binding adds. */
    static class Repeating {

        @AroundInvoke
        Object repeat(InvocationContext call) throws Exception {
            try {
                return call.proceed();
            } catch (IllegalStateException e) {
                CALLS.add("again");
                return call.proceed();
            }
        }
    }

    @ApplicationScoped
    static class Repeated {

        private boolean failed;

        @Durable(name = "repeated")
        @Interceptors(Repeating.class)
        public void charge(String order) {
            if (!failed) {
                failed = true;
                throw new IllegalStateException("the first time");
            }
            CALLS.add("charged " + order);
        }
    }

    @ApplicationScoped
    static class Countdown {

        @Inject
        private Countdown self;

        @Durable(name = "countdown")
        @Interceptors(Repeating.class)
        public void run(int from) {
            CALLS.add("run " + from);
            if (from > 0) {
                self.run(from - 1);
            }
        }
    }

    @Test
    void callThatARecordedCallMakesIsRecorded() throws Exception {
        start(Countdown.class);
        container.select(Countdown.class).get().run(2);
        runRecorded();
        assertThat(CALLS).containsExactly("run 2");
        assertThat(RECORDED).hasSize(2);
    }

    /** Before, the second attempt recorded a further call and returned, so that what the first one had done was committed. */
    @Test
    void interceptorMayRepeatTheRecordedCall() throws Exception {
        start(Repeated.class);
        container.select(Repeated.class).get().charge("o1");
        runRecorded();
        assertThat(CALLS).containsExactly("again", "charged o1");
        assertThat(RECORDED).hasSize(1);
    }

    @Decorator
    @Priority(1)
    abstract static class Checked implements Payer {

        @Inject
        @Delegate
        @Any
        private Payer decorated;

        @Override
        public void pay(String order) {
            CALLS.add("checked");
            decorated.pay(order);
        }
    }

    interface Payer {

        void pay(String order);
    }

    @ApplicationScoped
    static class DecoratedPayer implements Payer {

        @Override
        @Durable
        public void pay(String order) {
            CALLS.add("paid " + order);
        }
    }

    @Test
    void decoratorRunsWithTheRecordedCall() throws Exception {
        start(DecoratedPayer.class, Checked.class);
        container.select(Payer.class).get().pay("o1");
        assertThat(CALLS).isEmpty();
        runRecorded();
        assertThat(CALLS).containsExactly("checked", "paid o1");
        assertThat(RECORDED).hasSize(1);
    }

    @ApplicationScoped
    static class Overloaded {

        @Durable(name = "text")
        public void pay(String order) {
            CALLS.add("text " + order);
        }

        @Durable(name = "number")
        public void pay(int order) {
            CALLS.add("number " + order);
        }

        @Durable(name = "several")
        protected void pay(String... orders) {
            CALLS.add("several " + List.of(orders));
        }
    }

    @Test
    void eachOverloadedMethodHasItsOwnCalls() throws Exception {
        start(Overloaded.class);
        Overloaded bean = container.select(Overloaded.class).get();
        bean.pay("1");
        bean.pay(2);
        bean.pay("3", "4");
        assertThat(CALLS).isEmpty();
        runRecorded();
        assertThat(CALLS).containsExactlyInAnyOrder("text 1", "number 2", "several [3, 4]");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Constructed.class,
                Initialized.class,
                Timed.class,
                WithRawList.class,
                WithObjects.class,
                OfSession.class,
                OfUser.class,
                OfUserByStereotype.class
            })
    void methodThatCannotBeDurableIsRefused(Class<?> bean) {
        assertThatThrownBy(() -> start(bean))
                .hasMessageContaining("OWD-0349")
                .hasMessageContaining(bean.getName() + "#on");
    }

    @ApplicationScoped
    static class Constructed {
        @PostConstruct
        @Durable
        void on() {}
    }

    @ApplicationScoped
    static class Initialized {
        @Inject
        @Durable
        void on() {}
    }

    /** Weld alone has no timers. On Payara Micro, the timer ran the method, and no call was recorded. */
    @Stateless
    static class Timed {
        @Schedule(hour = "*")
        @Durable
        void on() {}
    }

    @ApplicationScoped
    @SuppressWarnings("rawtypes")
    static class WithRawList {
        @Durable
        void on(List raw) {}
    }

    @ApplicationScoped
    static class WithObjects {
        @Durable
        void on(Map<String, List<? extends Object>> map) {}
    }

    @SessionScoped
    static class OfSession implements Serializable {
        private static final long serialVersionUID = 1L;

        @Durable
        void on() {}
    }

    @Stateful
    static class OfUser {
        @Durable
        void on() {}
    }

    @Stereotype
    @SessionScoped
    @Retention(RetentionPolicy.RUNTIME)
    @interface PerUser {}

    @PerUser
    static class OfUserByStereotype implements Serializable {
        private static final long serialVersionUID = 1L;

        @Durable
        void on() {}
    }

    // Observers

    public record Placed(String id) {}

    static class Page<T> {
        public T first;
    }

    enum Kind {
        PLAIN,
        WITH_BODY {
            @Override
            boolean isPaid() {
                return true;
            }
        };

        boolean isPaid() {
            return false;
        }
    }

    static class Observer {
        void on(@Observes @Durable Placed event) {
            CALLS.add(getClass().getName());
        }
    }

    @ApplicationScoped
    static class One extends Observer {}

    @ApplicationScoped
    static class Other extends Observer {}

    @Test
    void inheritedObserverHasTheNameOfItsBean() {
        start(One.class, Other.class);
        container.event().select(Placed.class).fire(new Placed("o1"));
        assertThat(RECORDED).containsExactlyInAnyOrder(One.class.getName() + "#on", Other.class.getName() + "#on");
        extension().observers().forEach(observer -> observer.method().notify(new Placed("o1")));
        assertThat(CALLS).hasSize(2);
    }

    /** Its effects would commit apart from the removal of the event, and again after a crash. */
    @ParameterizedTest
    @ValueSource(
            classes = {InOwnTransaction.class, OnOtherThread.class, OfSessionToo.class, OfRawPage.class, OfObjects.class
            })
    void observerThatCannotBeDurableIsRefused(Class<?> bean) {
        assertThatThrownBy(() -> start(bean))
                .hasMessageContaining("OWD-0342")
                .hasMessageContaining(bean.getName() + "#on");
    }

    @ApplicationScoped
    @Transactional(Transactional.TxType.REQUIRES_NEW)
    static class InOwnTransaction extends Observer {}

    @ApplicationScoped
    @jakarta.ejb.Asynchronous
    static class OnOtherThread extends Observer {}

    @SessionScoped
    static class OfSessionToo extends Observer implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    @SuppressWarnings("rawtypes")
    static class OfRawPage {
        void on(@Observes @Durable Page event) {}
    }

    static class OfObjects {
        void on(@Observes @Durable Page<Object> event) {}
    }

    static class OfKind {
        void on(@Observes @Durable Kind event) {
            CALLS.add(event.name());
        }
    }

    @Test
    void constantWithABodyIsOfTheEnum() {
        start(OfKind.class);
        container.event().select(Kind.class).fire(Kind.PLAIN);
        container.event().select(Kind.class).fire(Kind.WITH_BODY);
        assertThat(RECORDED).hasSize(2);
    }

    @ApplicationScoped
    static class Named {
        void on(@Observes @Durable(name = "on") Placed event) {
            CALLS.add("before");
        }
    }

    @Specializes
    static class SpecialNamed extends Named {
        @Override
        void on(@Observes @Durable(name = "on") Placed event) {
            CALLS.add("special");
        }
    }

    @Test
    void specializingObserverKeepsTheName() {
        start(Named.class, SpecialNamed.class);
        container.event().select(Placed.class).fire(new Placed("o1"));
        assertThat(RECORDED).containsExactly("on");
        extension().observers().forEach(observer -> observer.method().notify(new Placed("o1")));
        assertThat(CALLS).containsExactly("special");
    }
}
