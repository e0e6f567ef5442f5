// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.codec.PayloadDecoder;
import io.onceward.jms.JmsAdapter;
import io.onceward.jms.outboxed.OutboxedConnectionFactory;
import io.onceward.log.Coded;
import io.onceward.outbox.AdapterEvent;
import io.onceward.outbox.AdapterOutbox;
import io.onceward.outbox.EncodedPayload;
import io.onceward.outbox.EventClass;
import io.onceward.test.OncewardTest;
import io.onceward.test.TestOutboxExtension;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages that the test kit may use. */
class TestKitArchitectureTest {

    private static final JavaClasses MODULE = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void testKitUsesTheEntryPointOfAPlainJvm() {
        classes()
                .that()
                .resideInAPackage("io.onceward.test")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "io.onceward.test",
                                "io.onceward.standalone",
                                "io.onceward.api",
                                "io.onceward.spi",
                                "java..",
                                "javax.sql..",
                                "javax.transaction.xa..",
                                "jakarta.jms..",
                                "jakarta.transaction..",
                                "org.junit.jupiter.api.extension..")
                        .or(belongToAnyOf(
                                Coded.class,
                                BuiltInCodecs.class,
                                PayloadDecoder.class,
                                EventClass.class,
                                AdapterOutbox.class,
                                AdapterEvent.class,
                                EncodedPayload.class,
                                JmsAdapter.class,
                                OutboxedConnectionFactory.class)))
                .because("a test proves something about the product only if the product runs in it")
                .check(MODULE);
    }

    @Test
    void onlyTheExtensionNeedsJUnit() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(TestOutboxExtension.class, OncewardTest.class)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.junit..")
                .because("the test kit also runs in a plain JVM, and with other test frameworks")
                .check(MODULE);
    }
}
