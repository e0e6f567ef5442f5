// SPDX-License-Identifier: Apache-2.0
package io.oncebox.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages that the adapter may use; the core tests the arrows between its own packages. */
class AdapterArchitectureTest {

    private static final JavaClasses MODULE = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void adapterDoesNotKnowTheEngine() {
        check(classes()
                .that()
                .resideInAPackage("io.oncebox.jms")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.oncebox.jms",
                        "io.oncebox.api",
                        "io.oncebox.spi",
                        "io.oncebox.config",
                        "io.oncebox.log",
                        "io.oncebox.cloudevents",
                        "java..",
                        "javax.naming..",
                        "jakarta.jms..")
                .because("it also works in a plain JVM"));
    }

    @Test
    void adapterItselfLoadsWithoutItsBroker() {
        check(noClasses()
                .that()
                .haveSimpleName("JmsAdapter")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jakarta..")
                .because("a server without Jakarta Messaging has to load it to report the missing feature"));
    }

    private static void check(ArchRule rule) {
        rule.check(MODULE);
    }
}
