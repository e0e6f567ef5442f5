// SPDX-License-Identifier: Apache-2.0
package io.onceward.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** CONTRIBUTING lists the scenarios of each annotation that selects them. */
class SelectionTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final String SUFFIX = "Scenario.java";
    private static final Pattern ANNOTATION = Pattern.compile("(?m)^@(\\w+)$");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `@(\\w+)` \\|.*\\| ([^|]+) \\|$");
    private static final String NONE = "none";
    private static final Pattern ROW_OF_NONE = Pattern.compile("(?m)^\\| none \\|.*\\| ([^|]+) \\|$");

    @Test
    void contributingListsTheScenariosOfEachAnnotation() throws IOException {
        assertThat(listed(Files.readString(ROOT.resolve("CONTRIBUTING.md")))).isEqualTo(annotated());
    }

    private static Map<String, TreeSet<String>> listed(String page) {
        Map<String, TreeSet<String>> listed = new TreeMap<>();
        Matcher row = ROW.matcher(page);
        while (row.find()) {
            listed.put(row.group(1), new TreeSet<>(List.of(row.group(2).split(", "))));
        }
        Matcher none = ROW_OF_NONE.matcher(page);
        assertThat(none.find()).isTrue();
        listed.put(NONE, new TreeSet<>(List.of(none.group(1).split(", "))));
        return listed;
    }

    /** Returns the names of the scenarios by their annotations. */
    static Map<String, TreeSet<String>> annotated() throws IOException {
        Map<String, TreeSet<String>> scenarios = new TreeMap<>();
        List<String> annotations = annotations();
        for (Path source : sources()) {
            String name = source.getFileName().toString();
            List<String> found = ANNOTATION
                    .matcher(Files.readString(source))
                    .results()
                    .map(match -> match.group(1))
                    .filter(annotations::contains)
                    .toList();
            for (String annotation : found.isEmpty() ? List.of(NONE) : found) {
                scenarios
                        .computeIfAbsent(annotation, key -> new TreeSet<>())
                        .add(name.substring(0, name.length() - SUFFIX.length()));
            }
        }
        return scenarios;
    }

    private static List<String> annotations() throws IOException {
        Path selection = ROOT.resolve("arquillian-tests/src/main/java/io/onceward/scenarios/selection");
        try (Stream<Path> files = Files.list(selection)) {
            return files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .filter(name -> !name.equals("package-info"))
                    .toList();
        }
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> scenarios = Files.walk(ROOT.resolve("arquillian-tests/src"));
                Stream<Path> ofServers = Files.walk(ROOT.resolve("server-configs"))) {
            return Stream.concat(scenarios, ofServers)
                    .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .toList();
        }
    }
}
