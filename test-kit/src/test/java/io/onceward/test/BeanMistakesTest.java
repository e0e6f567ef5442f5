// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.Durable;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.junit.jupiter.api.Test;

/** A wrong test says what is wrong, and with which code. */
class BeanMistakesTest {

    public record Placed(String id) {}

    @ApplicationScoped
    static class Orders {

        @Inject
        private Event<Placed> placed;

        @Outgoing("orders")
        @Transactional
        public Placed place(String id) {
            return new Placed(id);
        }

        public Placed placeWithin(String id) {
            return this.place(id);
        }

        @Transactional
        public void fire(String id) {
            placed.fire(new Placed(id));
        }

        void ship(@Observes @Durable(name = "shipping") Placed order) {}
    }

    @ApplicationScoped
    static class NeedsOrders {

        @Inject
        Orders orders;
    }

    @ApplicationScoped
    static class NeedsEntities {

        @PersistenceContext
        EntityManager em;
    }

    @ApplicationScoped
    static class NeedsAQueue {

        @Resource(lookup = "jms/factory")
        ConnectionFactory factory;
    }

    @ApplicationScoped
    static class ReturnsNothing {

        @Outgoing("orders")
        public void place() {}
    }

    static class WithABeanMadeByNew {
        Orders orders = new Orders();
    }

    /** As the first class of the README, but for its entities. */
    @ApplicationScoped
    static class OnlyObserves {

        void ship(@Observes @Durable Placed order) {}
    }

    static class WithAnObserverMadeByNew {
        OnlyObserves shipping = new OnlyObserves();
    }

    static class WithoutBean {

        @Inject
        NeedsOrders field;
    }

    private static void with(Consumer<TestOutbox> test, Class<?>... beans) {
        try (TestOutbox outbox = TestOutbox.builder().beans(beans).start()) {
            test.accept(outbox);
        }
    }

    private static void refused(String code, String text, Class<?>... beans) {
        assertThatThrownBy(() -> TestOutbox.builder().beans(beans).start())
                .hasMessageStartingWith(code + ": ")
                .hasMessageContaining(text);
    }

    @Test
    void assertionWithoutContainerSaysSo() {
        with(outbox -> {
            new Orders().place("42");
            assertThatThrownBy(() -> assertThat(outbox).recorded("orders"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("OWD-1195");
        });
    }

    @Test
    void beanMadeByNewIsNamed() {
        with(
                outbox -> {
                    new Orders().place("42");
                    assertThatThrownBy(() -> assertThat(outbox).recorded("orders"))
                            .isInstanceOf(AssertionError.class)
                            .hasMessageContaining("OWD-1196")
                            .hasMessageContaining(Orders.class.getName() + "#place");
                },
                Orders.class);
    }

    @Test
    void callWithinABeanIsNamed() {
        with(
                outbox -> {
                    outbox.bean(Orders.class).placeWithin("42");
                    assertThatThrownBy(() -> assertThat(outbox).recorded("orders"))
                            .isInstanceOf(AssertionError.class)
                            .hasMessageContaining("OWD-1196");
                },
                Orders.class);
    }

    @Test
    void handlerWithoutAnEventSaysSo() {
        with(
                outbox -> assertThatThrownBy(
                                () -> assertThat(outbox).handler("shipping").handled(1))
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining("OWD-1196"),
                Orders.class);
    }

    @Test
    void misspeltChannelIsNamed() {
        with(
                outbox -> {
                    outbox.bean(Orders.class).place("42");
                    assertThatThrownBy(() -> assertThat(outbox).recorded("order"))
                            .isInstanceOf(AssertionError.class)
                            .hasMessageContaining("OWD-1197")
                            .hasMessageContaining("Their channels: orders.");
                },
                Orders.class);
    }

    @Test
    void fieldWithABeanMadeByNewIsRefused() {
        with(
                outbox -> assertThatThrownBy(() -> outbox.inject(new WithABeanMadeByNew()))
                        .hasMessageStartingWith("OWD-1199")
                        .hasMessageContaining(".orders"),
                Orders.class);
    }

    @Test
    void fieldWithADurableObserverMadeByNewIsRefused() {
        with(
                outbox -> assertThatThrownBy(() -> outbox.inject(new WithAnObserverMadeByNew()))
                        .hasMessageStartingWith("OWD-1199")
                        .hasMessageContaining(".shipping"),
                OnlyObserves.class);
    }

    @Test
    void fieldOfAClassThatIsNoBeanIsRefused() {
        with(
                outbox -> assertThatThrownBy(() -> outbox.inject(new WithoutBean()))
                        .hasMessageStartingWith("OWD-1201")
                        .hasMessageContaining("field"),
                Orders.class);
    }

    @Test
    void unknownBeanIsRefused() {
        with(
                outbox ->
                        assertThatThrownBy(() -> outbox.bean(NeedsOrders.class)).hasMessageStartingWith("OWD-1198"),
                Orders.class);
        with(outbox -> assertThatThrownBy(() -> outbox.bean(Orders.class)).hasMessageStartingWith("OWD-1198"));
    }

    @Test
    void missingBeanIsRefused() {
        refused("OWD-1200", "Orders", NeedsOrders.class);
    }

    @Test
    void entityManagerWithoutEntitiesIsRefused() {
        refused("OWD-1203", "em", NeedsEntities.class);
    }

    @Test
    void otherResourceIsRefused() {
        refused("OWD-1202", "jakarta.jms.ConnectionFactory", NeedsAQueue.class);
    }

    @Test
    void entitiesAndAUnitTogetherAreRefused() {
        assertThatThrownBy(() -> TestOutbox.builder()
                        .entities(Object.class)
                        .persistenceUnit("shop")
                        .start())
                .hasMessageStartingWith("OWD-1203");
        assertThatThrownBy(() -> TestOutbox.builder().persistenceUnit("none").start())
                .hasMessageStartingWith("OWD-1203")
                .hasMessageContaining("'none'");
    }

    @ApplicationScoped
    static class ReturnsNothingEither {

        @Outgoing("audit")
        public void place() {}
    }

    @Test
    void eachWrongAnnotationIsListed() {
        assertThatThrownBy(() -> TestOutbox.builder()
                        .beans(ReturnsNothing.class, ReturnsNothingEither.class)
                        .start())
                .hasMessageStartingWith("OWD-1200")
                .hasMessageContaining(ReturnsNothing.class.getName() + "#place")
                .hasMessageContaining(ReturnsNothingEither.class.getName() + "#place")
                .hasMessageNotContaining("org.jboss.weld");
    }

    /** The check of the product, with its own code. */
    @Test
    void wrongAnnotationIsRefusedAsOnAServer() {
        assertThatThrownBy(
                        () -> TestOutbox.builder().beans(ReturnsNothing.class).start())
                .isInstanceOf(io.onceward.api.OncewardException.class)
                .hasMessageContaining(ReturnsNothing.class.getName() + "#place");
    }

    @Test
    void waitThatFailsTellsWhatHappenedInstead() {
        with(
                outbox -> {
                    outbox.failNext("shipping", new IOException("no network"));
                    Scenario scenario = outbox.scenario().atMost(Duration.ofMillis(50));
                    StimulatedScenario stimulated =
                            scenario.stimulate(() -> outbox.bean(Orders.class).fire("42"));
                    assertThatThrownBy(() -> stimulated.andWaitForHandler("shipping"))
                            .isInstanceOf(AssertionError.class)
                            .hasMessageContaining("OWD-1204")
                            .hasMessageContaining("0 handled, 1 failed, the last with java.io.IOException: no network")
                            .hasMessageContaining("RETRYING, due in PT")
                            .hasCauseInstanceOf(IOException.class);
                    assertThatThrownBy(
                                    () -> assertThat(outbox).handler("shipping").handled(1))
                            .isInstanceOf(AssertionError.class)
                            .hasCauseInstanceOf(IOException.class);
                    assertThatThrownBy(() -> stimulated.andWaitForEvent("orders"))
                            .isInstanceOf(AssertionError.class)
                            .hasMessageContaining("OWD-1204")
                            .hasMessageContaining("OWD-1196");
                    assertThatThrownBy(() -> stimulated.andWaitForStateChange(() -> false))
                            .isInstanceOf(AssertionError.class)
                            .hasMessageContaining("OWD-1204");
                },
                Orders.class);
    }

    @Test
    void waitEndsWithWorkOnAnotherThread() {
        with(
                outbox -> {
                    Thread[] other = new Thread[1];
                    outbox.scenario()
                            .stimulate(() -> {
                                other[0] = new Thread(
                                        () -> outbox.bean(Orders.class).place("42"));
                                other[0].start();
                            })
                            .andWaitForEvent("orders")
                            .times(1);
                },
                Orders.class);
    }
}
