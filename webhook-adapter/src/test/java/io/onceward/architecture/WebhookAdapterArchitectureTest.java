// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.log.Coded;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages that the adapter may use. */
class WebhookAdapterArchitectureTest {

    @Test
    void adapterUsesTheJdkApiAndSpi() {
        classes()
                .that()
                .resideInAPackage("io.onceward.webhook")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "io.onceward.webhook",
                                "io.onceward.api",
                                "io.onceward.spi",
                                "java..",
                                "javax.crypto..",
                                "javax.net.ssl..")
                        .or(belongToAnyOf(Coded.class, CloudEvent.class)))
                .because("an adapter uses api and spi, and the internal types that docs/architecture.md names")
                .check(new ClassFileImporter().importPath(Path.of("target", "classes")));
    }
}
