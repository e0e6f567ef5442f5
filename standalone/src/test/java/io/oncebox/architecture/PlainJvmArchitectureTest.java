// SPDX-License-Identifier: Apache-2.0
package io.oncebox.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** The packages that the entry point for a plain JVM may use; core and adapter have their own tests. */
class PlainJvmArchitectureTest {

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.oncebox");

    @Test
    void entryPointCombinesEngineAndAdapter() {
        check(classes()
                .that()
                .resideInAPackage("io.oncebox.standalone")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.oncebox.standalone",
                        "io.oncebox.api",
                        "io.oncebox.spi",
                        "io.oncebox.broker",
                        "io.oncebox.config",
                        "io.oncebox.log",
                        "io.oncebox.codec",
                        "io.oncebox.transaction",
                        "io.oncebox.queue",
                        "io.oncebox.outbox",
                        "io.oncebox.inbox",
                        "io.oncebox.engine",
                        "io.oncebox.selfcheck",
                        "io.oncebox.jms",
                        "io.oncebox.jms.outboxed",
                        "java..",
                        "javax.sql..",
                        "jakarta.jms..",
                        "jakarta.transaction..")
                .because("neither a container nor its APIs are there"));
    }

    @Test
    void nothingDependsOnTheEntryPoint() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("io.oncebox.standalone")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.oncebox.standalone"));
    }

    private static void check(ArchRule rule) {
        rule.check(MODULE);
    }
}
