// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.onceward.cdi.beans.EngineHealthSource;
import io.onceward.cdi.beans.HttpHost;
import io.onceward.cdi.start.ContainerStart;
import io.onceward.cdi.start.EngineGate;
import io.onceward.cdi.start.TransactionKeeper;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.interceptor.Interceptor;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The container of a test has the beans and interceptors of the product. */
class WeldBeansTest {

    /** What a server adds, and what the test kit replaces. */
    private static final Set<String> OF_A_SERVER = Set.of(
            ContainerStart.class.getName(),
            EngineGate.class.getName(),
            TransactionKeeper.class.getName(),
            EngineHealthSource.class.getName(),
            HttpHost.class.getName(),
            "io.onceward.cdi.start.ServerHooks",
            "io.onceward.cdi.start.ServerPlatform");

    @Test
    void containerHasEachBeanOfTheProduct() {
        Set<String> expected = new HashSet<>();
        for (JavaClass each : new ClassFileImporter().importPackages("io.onceward.cdi")) {
            boolean isBean =
                    List.of(ApplicationScoped.class, Dependent.class, RequestScoped.class, Interceptor.class).stream()
                            .anyMatch(each::isAnnotatedWith);
            if (isBean && !each.getName().contains("Test") && !OF_A_SERVER.contains(each.getName())) {
                expected.add(each.getName());
            }
        }
        assertThat(WeldBeans.ofProduct()).extracting(Class::getName).containsExactlyInAnyOrderElementsOf(expected);
    }
}
