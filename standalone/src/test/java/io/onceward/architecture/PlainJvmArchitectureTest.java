// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

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
            .importPackages("io.onceward");

    @Test
    void entryPointCombinesEngineAndAdapter() {
        check(classes()
                .that()
                .resideInAPackage("io.onceward.standalone")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.onceward.standalone",
                        "io.onceward.api",
                        "io.onceward.spi",
                        "io.onceward.broker",
                        "io.onceward.config",
                        "io.onceward.log",
                        "io.onceward.codec",
                        "io.onceward.transaction",
                        "io.onceward.queue",
                        "io.onceward.outbox",
                        "io.onceward.inbox",
                        "io.onceward.jdbc",
                        "io.onceward.engine",
                        "io.onceward.selfcheck",
                        "io.onceward.jms",
                        "io.onceward.jms.outboxed",
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
                .resideOutsideOfPackage("io.onceward.standalone")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.onceward.standalone"));
    }

    private static void check(ArchRule rule) {
        rule.check(MODULE);
    }
}
