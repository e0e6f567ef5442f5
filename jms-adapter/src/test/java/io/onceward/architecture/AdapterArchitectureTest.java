// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.cloudevents.JsonFormat;
import io.onceward.config.JndiName;
import io.onceward.log.Coded;
import io.onceward.log.StandaloneErrors;
import io.onceward.outbox.AdapterEvent;
import io.onceward.outbox.AdapterOutbox;
import io.onceward.outbox.EncodedPayload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The packages that the adapter may use; the core tests the arrows between its own packages. */
class AdapterArchitectureTest {

    private static final JavaClasses MODULE = new ClassFileImporter().importPath(Path.of("target", "classes"));

    /** The types of the core that the adapter may use beside api and spi. The architecture page gives the reasons. */
    private static final Class<?>[] INTERNAL = {
        Coded.class,
        StandaloneErrors.class,
        JndiName.class,
        CloudEvent.class,
        JsonFormat.class,
        AdapterOutbox.class,
        AdapterEvent.class,
        EncodedPayload.class
    };

    @Test
    void adapterDoesNotKnowTheEngine() {
        check(classes()
                .that()
                .resideInAPackage("io.onceward.jms")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "io.onceward.jms",
                                "io.onceward.jms.check",
                                "io.onceward.api",
                                "io.onceward.spi",
                                "java..",
                                "javax.naming..",
                                "jakarta.json..",
                                "jakarta.jms..")
                        .or(belongToAnyOf(INTERNAL)))
                .because("an adapter uses api and spi, and the internal types that docs/architecture.md names"));
    }

    @Test
    void checksKnowNoBroker() {
        check(classes()
                .that()
                .resideInAPackage("io.onceward.jms.check")
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("io.onceward.jms.check", "io.onceward.api", "io.onceward.spi", "java.."))
                .because("when a check runs does not depend on what it does"));
    }

    @Test
    void pageNamesTheInternalTypes() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "architecture.md"));
        int start = page.indexOf("### Internal types for adapters");
        assertThat(start).isPositive();
        String section = page.substring(start, page.indexOf("\n##", start + 1));
        assertThat(Pattern.compile("(?m)^\\| `(\\w+)` \\|")
                        .matcher(section)
                        .results()
                        .map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(INTERNAL).map(Class::getSimpleName).toList());
    }

    @Test
    void adapterItselfLoadsWithoutItsBroker() {
        check(noClasses()
                .that()
                .haveSimpleName("JmsAdapter")
                .or()
                .haveSimpleName("JmsBrokerAdapter")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jakarta..")
                .because("a server without Jakarta Messaging has to load it to report the missing feature"));
    }

    private static void check(ArchRule rule) {
        rule.check(MODULE);
    }
}
