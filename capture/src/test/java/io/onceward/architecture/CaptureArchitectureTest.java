// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages that log-based capture may use. */
class CaptureArchitectureTest {

    private static final JavaClasses CAPTURE = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void captureUsesThePortAndTheRowsOfTheOutbox() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.onceward.capture",
                        "io.onceward.api",
                        "io.onceward.log",
                        "io.onceward.config",
                        "io.onceward.queue",
                        "io.onceward.queue.store",
                        "io.onceward.outbox",
                        "io.onceward.outbox.capture",
                        "io.onceward.jdbc",
                        "io.onceward.jdbc.dialect",
                        "java..")
                .because("docs/architecture.md names these packages, and it knows neither the engine nor a container")
                .check(CAPTURE);
    }
}
