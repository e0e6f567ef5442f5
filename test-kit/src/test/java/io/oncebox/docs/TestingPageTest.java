// SPDX-License-Identifier: Apache-2.0
package io.oncebox.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The examples of the testing page are tests of this module, which run. */
class TestingPageTest {

    private static final Path PAGE = Path.of("..", "docs", "testing.md");
    private static final Path EXAMPLES = Path.of("src", "test", "java", "io", "oncebox", "examples");

    @Test
    void exampleIsATestThatRuns() throws IOException {
        List<String> tests = new ArrayList<>();
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            for (Path file : files.toList()) {
                tests.add(withoutSpaces(Files.readString(file)));
            }
        }
        List<String> examples = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(examples).hasSize(3).allSatisfy(example -> assertThat(tests)
                .anySatisfy(test -> assertThat(test).contains(withoutSpaces(example))));
    }

    private static String withoutSpaces(String text) {
        return text.replaceAll("\\s", "");
    }
}
