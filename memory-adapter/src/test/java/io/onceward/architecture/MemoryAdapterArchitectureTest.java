// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages that an adapter needs. */
class MemoryAdapterArchitectureTest {

    @Test
    void adapterNeedsNoMoreThanApiAndSpi() {
        classes()
                .that()
                .resideInAPackage("io.onceward.memory")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.onceward.memory",
                        "io.onceward.memory.broker",
                        "io.onceward.api",
                        "io.onceward.spi",
                        "java..")
                .because("a broker is one module that uses no internal type of the core")
                .check(new ClassFileImporter().importPath(Path.of("target", "classes")));
    }
}
