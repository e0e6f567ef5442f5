// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages that the console may use. */
class ConsoleArchitectureTest {

    private static final JavaClasses CONSOLE = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void consoleUsesTheFiguresAndTheAdministration() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.onceward.console",
                        "io.onceward.api",
                        "io.onceward.log",
                        "io.onceward.config",
                        "io.onceward.outbox.capture",
                        "io.onceward.queue",
                        "io.onceward.queue.outage",
                        "io.onceward.queue.store",
                        "io.onceward.metrics",
                        "io.onceward.engine",
                        "io.onceward.cdi.deployment",
                        "io.onceward.cdi.start",
                        "java..",
                        "javax.xml.stream..",
                        "jakarta..")
                .because("docs/architecture.md names these packages")
                .check(CONSOLE);
    }

    @Test
    void onlyItsBeansUseTheEngine() {
        noClasses()
                .that()
                .doNotHaveSimpleName("ConsoleBeans")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.onceward.engine", "io.onceward.cdi.start", "io.onceward.metrics")
                .because("tests run the console without an engine")
                .check(CONSOLE);
    }
}
