// SPDX-License-Identifier: Apache-2.0
package io.onceward.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The examples of the testing page are tests of this module, or a scenario that runs in servers. */
class TestingPageTest {

    private static final Path PAGE = Path.of("..", "docs", "testing.md");
    private static final Path EXAMPLES = Path.of("src", "test", "java", "io", "onceward", "examples");
    private static final Path SCENARIOS =
            Path.of("..", "arquillian-tests", "src", "main", "java", "io", "onceward", "scenarios");

    @Test
    void exampleIsATestThatRuns() throws IOException {
        List<String> tests = new ArrayList<>();
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            for (Path file : files.toList()) {
                tests.add(withoutSpaces(Files.readString(file)));
            }
        }
        assertThat(examples())
                .filteredOn(example -> !isInServer(example))
                .hasSize(9)
                .allSatisfy(example ->
                        assertThat(tests).anySatisfy(test -> assertThat(test).contains(withoutSpaces(example))));
    }

    @Test
    void exampleInAServerIsAScenarioExceptForTheNameOfItsClass() throws IOException {
        String scenario = withoutSpaces(Files.readString(SCENARIOS.resolve(Path.of("tested", "TestedScenario.java"))));
        assertThat(examples())
                .filteredOn(TestingPageTest::isInServer)
                .singleElement()
                .satisfies(example ->
                        assertThat(scenario).contains(withoutSpaces(example.substring(example.indexOf('\n')))));
    }

    /** The first code that a reader of the README sees is what the first test on the page tests. */
    @Test
    void testedClassIsTheOneOfTheReadme() throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        String first = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                .matcher(readme)
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
        assertThat(first).contains("class Orders");
        assertThat(withoutSpaces(Files.readString(EXAMPLES.resolve("Orders.java"))))
                .endsWith(withoutSpaces(first));
    }

    private static boolean isInServer(String example) {
        return example.startsWith("class OrdersInServerTest");
    }

    private static List<String> examples() throws IOException {
        return Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static String withoutSpaces(String text) {
        return text.replaceAll("\\s", "");
    }
}
