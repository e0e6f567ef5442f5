// SPDX-License-Identifier: Apache-2.0
package io.onceward.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every relative link, every anchor and every test that a Markdown file names exists. */
class PagesTest {

    private static final Path ROOT = Path.of("..");

    private static final Set<String> FOLDERS_WITHOUT_POM = Set.of("docs", "benchmark-results", "ci", "findings");

    private static final Pattern TEST_CLASS =
            Pattern.compile("[A-Z]\\w*(?:Test|Measurement|Scenario|Contract|[a-z]IT)");

    /** A name in back-quotes, and whether a colon is behind it: then the names of its methods follow. */
    private static final Pattern QUOTED = Pattern.compile("`(\\w+)`(:?)");

    /** Not a word such as {@code glass}, but {@code pausedChannelWaitsOnAllNodes}. */
    private static final Pattern TEST_METHOD = Pattern.compile("[a-z]+(?:[A-Z][a-z0-9]*){2,}");

    /** Scenarios are also named without back-quotes, in the tables that test runs write. */
    private static final Pattern SCENARIO = Pattern.compile("\\b[A-Z]\\w*Scenario\\b");

    /** The selection of a command: {@code -Dtest='*FuzzTest'}, {@code -Dit.test=CrashScenario}, {@code -Dtest=One#method}. */
    private static final Pattern SELECTED = Pattern.compile("-D(?:it\\.)?test='?([\\w*#,]+)'?");

    private static final Map<String, Path> SOURCES = files(".java").stream()
            .filter(file -> TEST_CLASS.matcher(name(file)).matches())
            .collect(Collectors.toMap(PagesTest::name, file -> file, (one, other) -> one));

    @TempDir
    private Path folder;

    static List<Path> pages() {
        List<Path> pages = files(".md");
        assertThat(pages).contains(ROOT.resolve("README.md"), ROOT.resolve("docs/errors.md"));
        return pages;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyRelativeLinkLeadsToAFileAndAnAnchor(Path page) {
        assertThat(new MarkdownPage(page).brokenLinks()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void noLinkLeadsToAFileThatTheDistributionDoesNotHave(Path page) {
        assertThat(new MarkdownPage(page).links())
                .filteredOn(link -> link.endsWith(".java") || link.endsWith("pom.xml"))
                .allMatch(link -> page.resolveSibling(link).normalize().startsWith(ROOT.resolve("examples")));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyTestThatAPageNamesExists(Path page) throws IOException {
        assertThat(unknownTests(new MarkdownPage(page))).isEmpty();
    }

    @Test
    void brokenLinksAndUnknownTestsAreFound() throws IOException {
        Path other = Files.writeString(folder.resolve("other.md"), "# Top\n## A `word`, twice\n## A word twice\n");
        Path page = Files.writeString(folder.resolve("page.md"), """
                [file](other.md) [anchor](other.md#a-word-twice) [second](other.md#a-word-twice-1) [here](#here)
                [away](https://example.com/nothing.md) `[code](no-link.md)`
                ## Here
                ```
                # In a fence
                [fenced](no-link.md)
                ```
                [gone](gone.md) [no anchor](other.md#gone) [fence](#in-a-fence) <img src="gone.png">
                `PagesTest`: `everyTestThatAPageNamesExists`, `glass`, `aTestThatIsGone`; `GoneTest`
                mvn test -Dtest=PagesTest#nothing,none,*esTest -Dit.test=GoneScenario -Dtest='*GoneTest'
                | server | LostScenario 3 |
                """);

        assertThat(new MarkdownPage(other).anchors())
                .containsExactlyInAnyOrder("top", "a-word-twice", "a-word-twice-1");
        assertThat(new MarkdownPage(page).brokenLinks())
                .containsExactly("gone.md", "other.md#gone", "#in-a-fence", "gone.png");
        assertThat(unknownTests(new MarkdownPage(page)))
                .containsExactly("PagesTest#aTestThatIsGone", "GoneTest", "GoneScenario", "*GoneTest", "LostScenario");
    }

    private static Set<String> unknownTests(MarkdownPage page) throws IOException {
        Set<String> unknown = new LinkedHashSet<>();
        String methodsOf = null;
        for (MatchResult quoted : page.find(QUOTED).toList()) {
            String word = quoted.group(1);
            if (TEST_CLASS.matcher(word).matches()) {
                if (!SOURCES.containsKey(word)) {
                    unknown.add(word);
                }
                methodsOf = quoted.group(2).isEmpty() ? null : word;
            } else if (methodsOf != null && TEST_METHOD.matcher(word).matches() && !hasMethod(methodsOf, word)) {
                unknown.add(methodsOf + "#" + word);
            }
        }
        page.find(SELECTED)
                .flatMap(selected -> Stream.of(selected.group(1).split(",")))
                .filter(selected -> !selected.equals("none") && !selects(selected))
                .forEach(unknown::add);
        page.find(SCENARIO)
                .map(MatchResult::group)
                .filter(scenario -> !SOURCES.containsKey(scenario))
                .forEach(unknown::add);
        return unknown;
    }

    private static boolean hasMethod(String testClass, String method) throws IOException {
        Path source = SOURCES.get(testClass);
        return source != null && Files.readString(source).contains(" " + method + "(");
    }

    private static boolean selects(String selected) {
        Pattern name = Pattern.compile(selected.replaceAll("#.*", "").replace("*", "\\w*"));
        return SOURCES.keySet().stream().anyMatch(name.asMatchPredicate());
    }

    private static String name(Path source) {
        return source.getFileName().toString().replace(".java", "");
    }

    /** The files of the root, of all modules and of the named folders; without folders in which a page was tried out. */
    private static List<Path> files(String ending) {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return isOurs(folder) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.toString().endsWith(ending)) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    private static boolean isOurs(Path folder) {
        String name = folder.getFileName().toString();
        if (folder.equals(ROOT)) {
            return true;
        }
        boolean topLevel = folder.getParent().equals(ROOT);
        return !name.startsWith(".")
                && !name.equals("target")
                && (!topLevel || FOLDERS_WITHOUT_POM.contains(name) || Files.exists(folder.resolve("pom.xml")));
    }
}
