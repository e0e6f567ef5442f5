// SPDX-License-Identifier: Apache-2.0
package io.oncebox.architecture;

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
                .resideInAPackage("io.oncebox.memory")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.oncebox.memory", "io.oncebox.api", "io.oncebox.spi", "java..")
                .because("a broker is one module that uses no internal type of the core")
                .check(new ClassFileImporter().importPath(Path.of("target", "classes")));
    }
}
