// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing in the product decides by the text of an error's code: a code is for readers, and a kind or a type for decisions. */
class CodeTextTest {

    private static final Path ROOT = Path.of("..");

    /** A code read, but not to show it; or a literal that is a code alone, or its beginning. */
    private static final Pattern DECISION = Pattern.compile(
            "(?<!\"code\", (?:why|refusal\\.why\\(\\)))\\.code\\(\\)|\"OWD-?\\d*\"(?! *\\+)|[gG]etMessage\\(\\)\\s*\\.\\s*(startsWith|contains)\\(\"OWD");

    /** Modules whose product code consists of tests. */
    private static final Set<String> TESTS = Set.of("arquillian-tests", "benchmarks", "broker-contract");

    @Test
    void nothingDecidesByTheTextOfACode() throws IOException {
        assertThat(sources()).hasSizeGreaterThan(500).allSatisfy(file -> assertThat(Files.readString(file))
                .as("%s reads the code of an error", file)
                .doesNotContainPattern(DECISION));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "if (failure.code().equals(OUTAGE)) {",
                "case \"OWD-0012\", \"OWD-0016\" -> true;",
                "problem.code().startsWith(\"OWD-016\")",
                "Set.of(\"OWD-0267\", \"OWD-0273\")",
                "e.getMessage().startsWith(\"OWD-0012:\")"
            })
    void findsDecisions(String line) {
        assertThat(line).containsPattern(DECISION);
    }

    @ParameterizedTest
    @ValueSource(strings = {".add(\"code\", why.code())", "\"OWD-\" + number", "\"OWD-1001: Outbox is open\""})
    void passesWhatIsOnlyShown(String line) {
        assertThat(line).doesNotContainPattern(DECISION);
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.filter(module -> !TESTS.contains(module.getFileName().toString()))
                    .map(module -> module.resolve(module.endsWith("src") ? Path.of("main") : Path.of("src", "main")))
                    .filter(Files::isDirectory)
                    .flatMap(CodeTextTest::sources)
                    .toList();
        }
    }

    private static Stream<Path> sources(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
