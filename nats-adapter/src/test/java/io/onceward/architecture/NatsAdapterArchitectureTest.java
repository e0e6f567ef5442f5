// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.cloudevents.JsonFormat;
import io.onceward.log.Coded;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages that the adapter may use. */
class NatsAdapterArchitectureTest {

    private static final JavaClasses MODULE = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void adapterDoesNotKnowTheEngine() {
        classes()
                .that()
                .resideInAPackage("io.onceward.nats")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "io.onceward.nats",
                                "io.onceward.api",
                                "io.onceward.spi",
                                "io.nats..",
                                "java..",
                                "javax.net.ssl")
                        .or(belongToAnyOf(Coded.class, CloudEvent.class, JsonFormat.class)))
                .because("an adapter uses api and spi, and the internal types that docs/architecture.md names")
                .check(MODULE);
    }

    @Test
    void adapterItselfLoadsWithoutTheClient() {
        noClasses()
                .that()
                .haveSimpleName("NatsAdapter")
                .or()
                .haveSimpleName("NatsSettings")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.nats..")
                .because("an application without the client has to load it to report the missing library")
                .check(MODULE);
    }
}
