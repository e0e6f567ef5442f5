// SPDX-License-Identifier: Apache-2.0
package io.onceward.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.JavaSources;
import io.onceward.fixture.UnifiedDiff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The diff that ports the example {@code examples/jms}: the page shows it, it is short, and the result compiles. */
class PortedExampleTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Path EXAMPLE = ROOT.resolve("examples/jms");
    private static final Path DIFF = EXAMPLE.resolve("onceward.diff");
    private static final int MOST_CHANGED_LINES = 17;

    @TempDir
    private Path project;

    @BeforeEach
    void copyTheExample() throws IOException {
        try (Stream<Path> files = Files.walk(EXAMPLE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = project.resolve(EXAMPLE.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    @Test
    void pageShowsTheDiffAndItsNumberOfLines() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/porting.md"));
        assertThat(page).contains("```diff\n" + Files.readString(DIFF) + "```");
        assertThat(page).contains(UnifiedDiff.read(DIFF).changedLines() + " changed lines");
    }

    @Test
    void diffIsShort() throws IOException {
        assertThat(UnifiedDiff.read(DIFF).changedLines()).isLessThanOrEqualTo(MOST_CHANGED_LINES);
    }

    @Test
    void exampleDoesNotMentionOnceward() throws IOException {
        try (Stream<Path> files = Files.walk(project.resolve("src"))) {
            assertThat(files.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(file).content().doesNotContainIgnoringCase("onceward"));
        }
    }

    @Test
    void diffAppliesAndBothVersionsCompile() throws IOException {
        JavaSources sources = new JavaSources(project.resolve("src/main/java"));
        sources.compileTo(project.resolve("before"));

        UnifiedDiff.read(DIFF).applyTo(project);
        sources.compileTo(project.resolve("after"));

        assertThat(project.resolve("pom.xml")).content().contains("<artifactId>onceward</artifactId>");
    }
}
