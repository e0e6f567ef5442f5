// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.onceward.queue.Time;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The packages of the core and the arrows between them. Plain tests replace ArchUnit's own test engine: some versions
 * of Surefire silently run none of its rules.
 */
class ArchitectureTest {

    /** Each package and the packages that it may use. A package that is not listed fails the build. */
    static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            Map.entry("api", Set.of()),
            Map.entry("spi", Set.of("api")),
            Map.entry("log", Set.of("api")),
            Map.entry("config", Set.of("api", "spi", "log")),
            Map.entry("broker", Set.of("api", "spi", "config", "log")),
            Map.entry("text", Set.of()),
            Map.entry("codec", Set.of("api", "spi", "log", "text")),
            Map.entry("metrics", Set.of("log")),
            Map.entry("tracing", Set.of("api", "spi", "log", "text")),
            Map.entry("cloudevents", Set.of("spi", "text")),
            Map.entry("transaction", Set.of("api", "log")),
            Map.entry("queue", Set.of("spi", "log", "text")),
            Map.entry("queue.outage", Set.of("log", "queue")),
            Map.entry("queue.payload", Set.of("api", "log", "queue")),
            Map.entry("queue.store", Set.of("api", "queue", "queue.outage")),
            Map.entry("queue.machine", Set.of("api", "log", "queue", "queue.store")),
            Map.entry(
                    "queue.relay",
                    Set.of(
                            "api",
                            "spi",
                            "log",
                            "metrics",
                            "queue",
                            "queue.outage",
                            "queue.machine",
                            "queue.payload",
                            "queue.store")),
            Map.entry(
                    "outbox",
                    Set.of(
                            "api",
                            "spi",
                            "queue",
                            "queue.store",
                            "queue.relay",
                            "codec",
                            "log",
                            "metrics",
                            "tracing",
                            "transaction",
                            "cloudevents",
                            "text")),
            Map.entry(
                    "inbox",
                    Set.of(
                            "api",
                            "spi",
                            "broker",
                            "queue",
                            "queue.outage",
                            "queue.machine",
                            "queue.relay",
                            "queue.payload",
                            "queue.store",
                            "codec",
                            "log",
                            "metrics",
                            "tracing",
                            "transaction",
                            "text")),
            Map.entry("outbox.capture", Set.of("api", "config", "queue.store", "outbox", "jdbc")),
            Map.entry(
                    "selfcheck",
                    Set.of(
                            "api",
                            "spi",
                            "log",
                            "queue",
                            "queue.store",
                            "queue.relay",
                            "outbox",
                            "inbox",
                            "transaction")),
            Map.entry("admin", Set.of("api", "spi", "queue", "queue.payload", "queue.store", "log", "text")),
            Map.entry("jmx", Set.of("api", "log", "queue", "queue.store")),
            Map.entry(
                    "jdbc",
                    Set.of(
                            "api",
                            "spi",
                            "queue",
                            "queue.store",
                            "inbox",
                            "config",
                            "log",
                            "transaction",
                            "jdbc.dialect",
                            "text")),
            Map.entry("jdbc.dialect", Set.of()),
            Map.entry(
                    "engine",
                    Set.of(
                            "api",
                            "spi",
                            "broker",
                            "config",
                            "log",
                            "codec",
                            "metrics",
                            "tracing",
                            "cloudevents",
                            "text",
                            "transaction",
                            "queue",
                            "queue.outage",
                            "queue.relay",
                            "queue.payload",
                            "queue.store",
                            "outbox",
                            "outbox.capture",
                            "inbox",
                            "selfcheck",
                            "admin",
                            "jmx",
                            "jdbc")),
            Map.entry("health", Set.of("api", "queue", "queue.outage", "outbox.capture")),
            Map.entry("telemetry", Set.of("metrics", "spi")),
            Map.entry("http", Set.of("api", "spi", "config", "log", "inbox")),
            Map.entry(
                    "cdi.deployment",
                    Set.of(
                            "api",
                            "spi",
                            "log",
                            "config",
                            "broker",
                            "codec",
                            "queue",
                            "inbox",
                            "selfcheck",
                            "health",
                            "http")),
            Map.entry(
                    "cdi.start",
                    Set.of(
                            "api",
                            "spi",
                            "log",
                            "config",
                            "codec",
                            "metrics",
                            "outbox",
                            "inbox",
                            "selfcheck",
                            "jdbc",
                            "engine",
                            "health",
                            "telemetry",
                            "transaction",
                            "cdi.deployment")),
            Map.entry(
                    "cdi.beans",
                    Set.of(
                            "api",
                            "spi",
                            "log",
                            "config",
                            "queue.outage",
                            "outbox",
                            "outbox.capture",
                            "inbox",
                            "transaction",
                            "engine",
                            "health",
                            "http",
                            "cdi.deployment",
                            "cdi.start")));

    /** Comments, texts in blocks and texts in lines. */
    private static final Pattern TOKEN =
            Pattern.compile("//[^\\n]*|/\\*.*?\\*/|\"\"\".*?\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\"", Pattern.DOTALL);

    /** The packages that run in a plain JVM with any JTA. */
    private static final String[] ENGINE = {
        "io.onceward.metrics..",
        "io.onceward.tracing..",
        "io.onceward.broker..",
        "io.onceward.transaction..",
        "io.onceward.cloudevents..",
        "io.onceward.text..",
        "io.onceward.outbox..",
        "io.onceward.queue..",
        "io.onceward.codec..",
        "io.onceward.selfcheck..",
        "io.onceward.inbox..",
        "io.onceward.admin..",
        "io.onceward.jmx..",
        "io.onceward.jdbc..",
        "io.onceward.engine.."
    };

    private static final int MOST_TYPES_OF_SPI = 16;

    private static final JavaClasses CORE = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void packagesUseOneAnotherOnlyAlongTheArrows() {
        var rule = layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.onceward..")
                .ensureAllClassesAreContainedInArchitecture();
        for (var name : ARROWS.keySet()) {
            rule = rule.layer(name).definedBy("io.onceward." + name);
        }
        for (var arrow : ARROWS.entrySet()) {
            var layer = rule.whereLayer(arrow.getKey());
            rule = arrow.getValue().isEmpty()
                    ? layer.mayNotAccessAnyLayer()
                    : layer.mayOnlyAccessLayers(arrow.getValue().toArray(String[]::new));
        }
        check(rule);
    }

    @Test
    void packagesFormNoCycle() {
        check(slices().matching("io.onceward.(**)").should().beFreeOfCycles());
    }

    /** A nested type is part of the one around it. */
    @Test
    void spiHasFewTypes() {
        assertThat(CORE.stream()
                        .filter(type -> type.getPackageName().equals("io.onceward.spi"))
                        .filter(type ->
                                type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getSimpleName))
                .as("each must be needed by somebody who writes an adapter, a codec or a tracing bridge")
                .hasSizeBetween(1, MOST_TYPES_OF_SPI);
    }

    @Test
    void coreDependsOnNeitherBrokerNorTimers() {
        check(noClasses().should().dependOnClassesThat().resideInAnyPackage("io.onceward.jms..", "io.onceward.ejb.."));
    }

    @Test
    void nothingDependsOnABrokersApi() {
        check(noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jakarta.jms..")
                .because("a broker is one module beside the core"));
    }

    /** Its one name of a class stands where a bean is looked at that the server calls. */
    @Test
    void noTextNamesABroker() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("main", "java"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".java"))
                            .flatMap(ArchitectureTest::texts)
                            .filter(text -> text.toLowerCase(Locale.ROOT).contains("jms")))
                    .containsExactly("\"jakarta.jms.MessageListener\"");
        }
    }

    private static Stream<String> texts(Path file) {
        try {
            return TOKEN.matcher(Files.readString(file))
                    .results()
                    .map(MatchResult::group)
                    .filter(token -> token.startsWith("\""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void engineUsesNoContainerApi() {
        check(noClasses()
                .that()
                .resideInAnyPackage(ENGINE)
                .should()
                .dependOnClassesThat(resideInAPackage("jakarta..")
                        .and(not(resideInAnyPackage("jakarta.transaction..", "jakarta.json.."))))
                .because("benchmarks and fault tests run it in a plain JVM"));
    }

    @Test
    void relayMachineHasNoThreadNoClockAndNoDatabase() {
        check(noClasses()
                .that()
                .resideInAPackage("io.onceward.queue.machine..")
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.sql..", "java.util.concurrent..", "io.onceward.spi..")
                        .or(type(Thread.class))
                        .or(type(Time.class)))
                .because("the simulator runs it in virtual time"));
    }

    @Test
    void queuesAskOneClassForTheTime() {
        check(noClasses()
                .that()
                .resideInAPackage("io.onceward.queue..")
                .and()
                .haveNameNotMatching(Time.class.getName().replace(".", "\\.") + "(\\$.*)?")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .because("a test lets days pass"));
    }

    @Test
    void onlyCodecsUseJsonBinding() {
        check(noClasses()
                .that()
                .haveSimpleNameNotEndingWith("Codec")
                .and()
                .doNotHaveFullyQualifiedName("io.onceward.codec.JsonbClass") // of JsonbCodec
                .and()
                .resideOutsideOfPackage("io.onceward.cdi..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jakarta.json.bind..")
                .because("how a payload is encoded is one class's business"));
    }

    @Test
    void dialectsDependOnlyOnTheJdk() {
        check(classes()
                .that()
                .resideInAPackage("io.onceward.jdbc.dialect..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "javax.sql..", "io.onceward.jdbc.dialect..")
                .because("a new database is one class and its DDL file"));
    }

    @Test
    void onlyTheLogOfAPackageLogs() {
        check(noClasses()
                .that()
                .haveSimpleNameNotEndingWith("Log")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName(System.Logger.class.getName())
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("java.util.logging..")
                .because("every message of a package stands with its code in one class"));
    }

    @Test
    void standardStreamsStayUntouched() {
        check(NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS);
    }

    @Test
    void nothingIsReadByJavaSerialization() {
        check(noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(ObjectInput.class)
                .because("neither a row nor a message may choose the class that it becomes"));
    }

    @Test
    void noClassHooksIntoJavaSerialization() {
        check(noMethods().should().haveNameMatching("readObject|readObjectNoData|readResolve|readExternal"));
    }

    @Test
    void packagesAreNamedAfterConcepts() {
        check(noClasses()
                .should()
                .resideInAnyPackage("..util..", "..utils..", "..common..", "..helper..", "..helpers..", "..misc.."));
    }

    private static void check(ArchRule rule) {
        rule.check(CORE);
    }
}
