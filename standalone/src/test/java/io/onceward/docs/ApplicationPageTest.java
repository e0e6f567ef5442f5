// SPDX-License-Identifier: Apache-2.0
package io.onceward.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about an application with JPA shows the sources of the example, and a pom with the versions of this build. */
class ApplicationPageTest {

    private static final MarkdownPage PAGE = new MarkdownPage(Path.of("..", "docs", "application.md"));
    private static final Path EXAMPLE = Path.of("..", "examples", "shop");
    private static final Path ROOT = Path.of("..", "pom.xml");

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?:java|xml)\\n(.*?)^```");
    private static final Pattern DEPENDENCY =
            Pattern.compile("<dependency>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>");
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>([^<]+)</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern PROPERTY = Pattern.compile("<([\\w.]+)>([^<]+)</\\1>");

    @Test
    void blocksArePartsOfTheExample() throws IOException {
        List<String> sources = sources();
        List<String> blocks =
                blocks().filter(block -> !block.startsWith("<project")).toList();
        assertThat(blocks).hasSizeGreaterThan(3).allSatisfy(block -> assertThat(sources)
                .anySatisfy(source -> assertThat(source).contains(block)));
    }

    @Test
    void pomHasTheDependenciesOfTheExample() throws IOException {
        assertThat(dependencies(pom()))
                .isNotEmpty()
                .isEqualTo(dependencies(Files.readString(EXAMPLE.resolve("pom.xml"))));
    }

    @Test
    void pomHasTheVersionsOfThisBuild() throws IOException {
        String root = Files.readString(ROOT);
        Map<String, String> properties = pairs(PROPERTY, root);
        properties.put("project.version", pairs(VERSION, root).get("onceward-parent"));
        Map<String, String> versions = pairs(VERSION, root);
        versions.replaceAll((artifact, version) -> resolve(version, properties));
        Map<String, String> shown = pairs(VERSION, pom());
        shown.remove("shop");
        assertThat(shown).hasSizeGreaterThan(3);
        assertThat(versions).containsAllEntriesOf(shown);
        assertThat(pom()).contains("<maven.compiler.release>" + properties.get("maven.compiler.release") + "<");
    }

    private static String resolve(String version, Map<String, String> properties) {
        return version.startsWith("${") ? properties.get(version.substring(2, version.length() - 1)) : version;
    }

    private static Map<String, String> pairs(Pattern pattern, String text) {
        Map<String, String> pairs = new TreeMap<>();
        pattern.matcher(text).results().forEach(pair -> pairs.putIfAbsent(pair.group(1), pair.group(2)));
        return pairs;
    }

    private static List<String> dependencies(String pom) {
        return DEPENDENCY
                .matcher(pom)
                .results()
                .map(found -> found.group(1) + ":" + found.group(2))
                .toList();
    }

    private static String pom() {
        return blocks().filter(block -> block.startsWith("<project"))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<String> blocks() {
        return PAGE.find(BLOCK).map(block -> block.group(1));
    }

    private static List<String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(EXAMPLE.resolve("src"))) {
            return files.filter(Files::isRegularFile)
                    .map(ApplicationPageTest::read)
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
