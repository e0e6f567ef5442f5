// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.onceward.cdi.start.EngineGate;
import io.onceward.cdi.start.TransactionKeeper;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.codec.PayloadDecoder;
import io.onceward.config.OncewardConfig;
import io.onceward.engine.Engine;
import io.onceward.inbox.DurableQueue;
import io.onceward.inbox.FailureTypes;
import io.onceward.inbox.MessageHandler;
import io.onceward.jms.JmsAdapter;
import io.onceward.jms.outboxed.OutboxedConnectionFactory;
import io.onceward.log.Coded;
import io.onceward.outbox.AdapterEvent;
import io.onceward.outbox.AdapterOutbox;
import io.onceward.outbox.EncodedPayload;
import io.onceward.outbox.EventClass;
import io.onceward.outbox.Recording;
import io.onceward.outbox.RecordingErrors;
import io.onceward.test.OncewardTest;
import io.onceward.test.TestOutboxExtension;
import io.onceward.transaction.CallerTransaction;
import io.onceward.transaction.OuterTransaction;
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
                                "io.onceward.memory.broker",
                                "io.onceward.api",
                                "io.onceward.spi",
                                "io.onceward.cdi..",
                                "java..",
                                "javax.sql..",
                                "javax.transaction.xa..",
                                "jakarta.jms..",
                                "jakarta.transaction..",
                                "jakarta.annotation..",
                                "jakarta.ejb..",
                                "jakarta.enterprise..",
                                "jakarta.inject..",
                                "jakarta.interceptor..",
                                "jakarta.persistence..",
                                "org.eclipse.microprofile.reactive.messaging..",
                                "org.eclipse.persistence..",
                                "org.jboss.weld..",
                                "org.junit.jupiter.api.extension..",
                                "org.junit.platform.commons.support..")
                        .or(belongToAnyOf(
                                Coded.class,
                                BuiltInCodecs.class,
                                PayloadDecoder.class,
                                EventClass.class,
                                AdapterOutbox.class,
                                AdapterEvent.class,
                                EncodedPayload.class,
                                OncewardConfig.class,
                                MessageHandler.class,
                                FailureTypes.class,
                                DurableQueue.class,
                                Engine.class,
                                Recording.class,
                                RecordingErrors.class,
                                CallerTransaction.class,
                                CallerTransaction.Work.class,
                                OuterTransaction.class,
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

    /** The JVM loads the others also if the class path has neither. */
    @Test
    void onlyTheContainerNeedsWeldAndOnlyThePersistenceUnitAProvider() {
        noClasses()
                .that()
                .haveNameNotMatching(
                        "io\\.onceward\\.test\\.(WeldBeans|Kit\\w+|Transactional(Interceptor|Literal)|Idempotent\\w+).*")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.jboss.weld..", "jakarta.enterprise..", "jakarta.interceptor..")
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(EngineGate.class, TransactionKeeper.class)
                .check(MODULE);
        noClasses()
                .that()
                .haveNameNotMatching(
                        "io\\.onceward\\.test\\.(Persistence|KitPersistenceServices|JoinedEntityManagers|EntityUnit|EclipseLink\\w+).*")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta.persistence..", "org.eclipse.persistence..")
                .check(MODULE);
    }
}
