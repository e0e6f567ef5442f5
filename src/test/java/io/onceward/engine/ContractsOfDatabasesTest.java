// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each database runs each contract at both isolation levels, or says why it does not. */
class ContractsOfDatabasesTest {

    private static final JavaClasses CLASSES = new ClassFileImporter().importPackagesOf(DatabaseContract.class);

    private static final List<Class<?>> CONTRACTS = subclasses(DatabaseContract.class, true)
            .filter(type -> type.getSimpleName().endsWith("Contract"))
            .toList();

    static Stream<Class<?>> databases() {
        return subclasses(ServerContracts.class, false);
    }

    /** The abstract ones, or those that run. */
    private static Stream<Class<?>> subclasses(Class<?> parent, boolean isAbstract) {
        return CLASSES.stream()
                .filter(type -> type.isAssignableTo(parent) && !type.isEquivalentTo(parent))
                .filter(type ->
                        type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.ABSTRACT) == isAbstract)
                .map(JavaClass::reflect);
    }

    @Test
    void contractsAndDatabasesAreFound() {
        assertThat(CONTRACTS).contains(RecordingContract.class, StoredInboxContract.class, LoadContract.class);
        assertThat(databases()).contains(H2EngineTest.class, OldPostgreSqlEngineTest.class, MySqlEngineTest.class);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void databaseRunsEachContractAtBothLevelsOrSaysWhyNot(Class<?> database) {
        for (Class<?> level : List.of(ServerContracts.AtReadCommitted.class, ServerContracts.AtRepeatableRead.class)) {
            String name = level.getSimpleName().replaceFirst("At", "");
            Class<?> nested = nested(database)
                    .filter(type -> type.getSimpleName().equals(name))
                    .findAny()
                    .orElseThrow(() -> new AssertionError(database + " has no " + name));
            if (!ServerContracts.Omitted.class.isAssignableFrom(nested)) {
                assertThat(nested).isAssignableTo(level);
                assertThat(nested(nested).<Class<?>>map(Class::getSuperclass))
                        .as("contracts of %s", nested)
                        .containsExactlyInAnyOrderElementsOf(CONTRACTS);
            }
        }
    }

    @Test
    void noContractHasMoreThan500Lines() throws IOException {
        List<Path> contracts;
        try (Stream<Path> files = Files.walk(Path.of("test", "java"))) {
            contracts = files.filter(file -> file.toString().endsWith("Contract.java"))
                    .toList();
        }
        assertThat(contracts).hasSizeGreaterThanOrEqualTo(CONTRACTS.size());
        for (Path contract : contracts) {
            assertThat(Files.readAllLines(contract).size())
                    .as("lines of %s", contract)
                    .isLessThanOrEqualTo(500);
        }
    }

    @Test
    void eachCommitRunsAllContractsOnTwoDatabasesAndThoseOfTheDialectOnEach() {
        Map<String, List<Class<?>>> levels = databases()
                .flatMap(database -> nested(database)
                        .filter(ServerContracts.Level.class::isAssignableFrom)
                        .filter(level -> !database.isAnnotationPresent(OnlyInFull.class)
                                && !level.isAnnotationPresent(OnlyInFull.class)))
                .collect(Collectors.groupingBy(
                        level -> level.isAnnotationPresent(DialectOnly.class) ? "of the dialect" : "all"));
        assertThat(levels.get("all"))
                .containsExactlyInAnyOrder(H2EngineTest.ReadCommitted.class, PostgreSqlEngineTest.ReadCommitted.class);
        assertThat(levels.get("of the dialect"))
                .containsExactlyInAnyOrder(MySqlEngineTest.RepeatableRead.class, MariaDbEngineTest.ReadCommitted.class);
    }

    private static Stream<Class<?>> nested(Class<?> type) {
        return Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
                .flatMap(each -> Arrays.stream(each.getDeclaredClasses()))
                .filter(inner -> inner.isAnnotationPresent(Nested.class));
    }
}
