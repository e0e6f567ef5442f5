// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceUnit;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** A test without beans has no container, so nothing injects its fields: it says so, and not with a NullPointerException. */
class UninjectedFieldsTest {

    static class Orders {}

    @OncewardTest
    abstract static class Base {

        @BeforeEach
        void isNotCalled() {
            throw new AssertionError("a field is null");
        }

        @Test
        void isNotRun() {
            throw new AssertionError("a field is null");
        }
    }

    static class InjectCase extends Base {
        @Inject
        Orders orders;
    }

    static class EnterpriseBeanCase extends Base {
        @EJB
        Orders orders;
    }

    static class ResourceCase extends Base {
        @Resource
        DataSource database;
    }

    static class PersistenceContextCase extends Base {
        @PersistenceContext
        EntityManager em;
    }

    static class PersistenceUnitCase extends Base {
        @PersistenceUnit
        EntityManagerFactory units;
    }

    static class InheritedCase extends InjectCase {}

    @OncewardTest
    static class OuterCase {

        @Inject
        Orders orders;

        @Nested
        class Inner extends Base {}
    }

    /** Another extension, or the test itself, has set the field. */
    @OncewardTest
    static class SetCase {

        @Inject
        Orders orders = new Orders();

        @Inject
        static Orders ofNoObject;

        Orders plain;

        @Test
        void isRun() {}
    }

    @Test
    void eachAnnotationIsRefused() {
        for (Class<?> test : List.of(
                InjectCase.class,
                EnterpriseBeanCase.class,
                ResourceCase.class,
                PersistenceContextCase.class,
                PersistenceUnitCase.class)) {
            refused(test, test.getDeclaredFields()[0].getName(), test);
        }
    }

    @Test
    void fieldOfASuperclassOrAnOuterClassIsRefused() {
        refused(InheritedCase.class, "orders", InjectCase.class);
        refused(OuterCase.class, "orders", OuterCase.class);
    }

    @Test
    void otherFieldsAreNot() {
        TestExecutionSummary summary = run(SetCase.class);
        assertThat(summary.getFailures()).isEmpty();
        assertThat(summary.getTestsSucceededCount()).isEqualTo(1);
    }

    private static void refused(Class<?> test, String field, Class<?> declaring) {
        assertThat(run(test).getFailures()).as(test.getName()).singleElement().satisfies(failure -> assertThat(
                        failure.getException())
                .hasMessageStartingWith("OWD-1201: " + declaring.getName() + "." + field + " can't be injected")
                .hasMessageContaining("names no beans")
                .hasMessageContaining("@OncewardTest"));
    }

    private static TestExecutionSummary run(Class<?> test) {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(test))
                                .build(),
                        summary);
        return summary.getSummary();
    }
}
