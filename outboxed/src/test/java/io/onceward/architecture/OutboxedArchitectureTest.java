// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.onceward.log.Coded;
import io.onceward.outbox.AdapterEvent;
import io.onceward.outbox.AdapterOutbox;
import io.onceward.outbox.EncodedPayload;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages that the outboxed objects may use. */
class OutboxedArchitectureTest {

    private static final JavaClasses MODULE = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void outboxedApiUsesTheAdapter() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "io.onceward.jms",
                                "io.onceward.jms.outboxed",
                                "io.onceward.api",
                                "io.onceward.spi",
                                "java..",
                                "jakarta.enterprise..",
                                "jakarta.inject..",
                                "jakarta.jms..")
                        .or(belongToAnyOf(Coded.class, AdapterOutbox.class, AdapterEvent.class, EncodedPayload.class)))
                .because("it records by AdapterOutbox, and knows neither the engine nor the container")
                .check(MODULE);
    }

    @Test
    void outboxedBeansAreFoundOnAServerWithoutMessaging() {
        noClasses()
                .that()
                .haveSimpleName("OutboxedExtension")
                .or()
                .haveSimpleName("Outboxed")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jakarta.jms..")
                .because("a server without Jakarta Messaging loads the extension of every application")
                .check(MODULE);
    }
}
