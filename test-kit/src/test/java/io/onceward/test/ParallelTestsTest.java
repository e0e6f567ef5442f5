// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.onceward.api.EventKey;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Test classes and methods that JUnit runs in parallel. */
class ParallelTestsTest {

    private static final Set<TestOutbox> OUTBOXES = ConcurrentHashMap.newKeySet();
    private static final AtomicInteger STOPPED = new AtomicInteger();

    public record Placed(@EventKey String id) {}

    @ApplicationScoped
    static class Orders {

        @Outgoing("orders")
        @Transactional
        public Placed place(String id) {
            return new Placed(id);
        }

        @PreDestroy
        void stop() {
            STOPPED.incrementAndGet();
        }
    }

    @OncewardTest(Orders.class)
    abstract static class Base {

        @Inject
        private Orders orders;

        @RepeatedTest(10)
        void eachTestSeesItsOwnEvents(TestOutbox outbox) {
            OUTBOXES.add(outbox);
            orders.place("42");
            outbox.deliver();
            assertThat(outbox).recorded("orders").times(1).published();
        }

        @Nested
        class InANestedClass {

            @Inject
            private Orders nested;

            @RepeatedTest(5)
            void eachTestSeesItsOwnEvents(TestOutbox outbox) {
                OUTBOXES.add(outbox);
                nested.place("43");
                assertThat(outbox).recorded("orders").times(1).withKey("43");
            }
        }
    }

    static class OneCase extends Base {}

    static class AnotherCase extends Base {}

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class OneInstanceCase extends Base {}

    @OncewardTest
    static class OuterCase {

        @Nested
        @OncewardTest(Orders.class)
        class WithBeansOfItsOwn {

            @Test
            void isNotRun() {
                throw new AssertionError("it has no bean");
            }
        }
    }

    @Test
    void nestedClassWithBeansOfItsOwnIsRefused() {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(OuterCase.class))
                                .build(),
                        summary);
        assertThat(summary.getSummary().getFailures()).singleElement().satisfies(failure -> assertThat(
                        failure.getException())
                .hasMessageStartingWith("OWD-1200")
                .hasMessageContaining(OuterCase.WithBeansOfItsOwn.class.getName()));
    }

    @Test
    void testsInParallelAreApartAndEverythingIsClosed() {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(
                                        selectClass(OneCase.class),
                                        selectClass(AnotherCase.class),
                                        selectClass(OneInstanceCase.class))
                                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                                .configurationParameter(
                                        "junit.jupiter.execution.parallel.config.fixed.parallelism", "6")
                                .build(),
                        summary);
        assertThat(summary.getSummary().getFailures())
                .extracting(failure -> failure.getException())
                .isEmpty();
        assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(45);
        assertThat(OUTBOXES).hasSize(3);
        assertThat(STOPPED).hasValue(3);
    }
}
