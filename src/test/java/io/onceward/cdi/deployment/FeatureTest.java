// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.onceward.api.OncewardException;
import java.util.concurrent.ExecutorService;
import javax.naming.NamingException;
import org.junit.jupiter.api.Test;

class FeatureTest {

    @Test
    void nothingIsMissingWhereAllClassesAre() {
        assertThatCode(() -> Feature.verify(FeatureTest.class.getClassLoader())).doesNotThrowAnyException();
    }

    @Test
    void missingFeatureIsNamedWithTheLineToAdd() {
        ClassLoader withoutConcurrency = without("jakarta.enterprise.concurrent.");

        assertThatExceptionOfType(OncewardException.class)
                .isThrownBy(() -> Feature.verify(withoutConcurrency))
                .withMessageContaining("OWD-0013")
                .withMessageContaining("Jakarta Concurrency")
                .withMessageContaining("<feature>concurrent-3.0</feature>");
    }

    /** A server that has the feature may lack the name, or bind it later. */
    @Test
    void resourceWithoutANameIsReportedByItsName() {
        assertThatExceptionOfType(OncewardException.class)
                .isThrownBy(() ->
                        Feature.CONCURRENCY.lookup("java:comp/DefaultManagedExecutorService", ExecutorService.class))
                .withMessageStartingWith("OWD-0013: Onceward needs java:comp/DefaultManagedExecutorService (Jakarta"
                        + " Concurrency), which is missing.")
                .withCauseInstanceOf(NamingException.class);
    }

    @Test
    void noBrokerIsAFeature() {
        assertThatCode(() -> Feature.verify(without("jakarta.jms."))).doesNotThrowAnyException();
    }

    @Test
    void anOldJakartaEeIsNamedFirst() {
        ClassLoader old = without("jakarta.enterprise.inject.build.compatible.");

        assertThatExceptionOfType(OncewardException.class)
                .isThrownBy(() -> Feature.verify(old))
                .withMessageContaining("Jakarta EE 10")
                .withMessageContaining("<feature>webProfile-10.0</feature>");
    }

    private static ClassLoader without(String prefix) {
        return new ClassLoader(FeatureTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.startsWith(prefix)) {
                    throw new ClassNotFoundException(name);
                }
                return super.loadClass(name, resolve);
            }
        };
    }
}
