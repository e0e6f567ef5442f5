// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The architecture page and the code agree: classes, packages, arrows and paths. */
class ArchitecturePageTest {

    private static final Path ROOT = Path.of("..");

    private static final Pattern PICTURE = Pattern.compile("```mermaid\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern QUOTED = Pattern.compile("\"[^\"\\n]*\"");
    private static final Pattern BOX = Pattern.compile("\\b[A-Z][a-z]\\w*");
    private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
    private static final Predicate<String> CLASS_NAME =
            Pattern.compile("[A-Z]+[a-z][A-Za-z]*").asMatchPredicate();
    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\| `([a-z.]+)` \\| [^|]+ \\| ([^|]+) \\|$");

    private static String page;
    private static Set<String> classes;

    @BeforeAll
    static void read() throws IOException {
        page = Files.readString(ROOT.resolve("docs/architecture.md"));
        classes = new HashSet<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean product = !name.equals("target") && (!name.startsWith(".") || folder.equals(ROOT));
                return product ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (name.endsWith(".java")) {
                    classes.add(name.substring(0, name.length() - ".java".length()));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Test
    void everyBoxOfThePictureIsAClass() {
        String picture = PICTURE.matcher(page)
                .results()
                .map(match -> match.group(1))
                .findFirst()
                .orElseThrow();
        Set<String> boxes = BOX.matcher(QUOTED.matcher(picture).replaceAll(""))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(boxes).hasSizeGreaterThan(10);
        assertThat(classes).containsAll(boxes);
    }

    @Test
    void everyNamedClassExists() {
        Set<String> named = code(CLASS_NAME);
        assertThat(named).hasSizeGreaterThan(40);
        assertThat(classes).containsAll(named);
    }

    @Test
    void everyPackageStandsThereWithItsArrows() {
        Map<String, Set<String>> arrows = new HashMap<>();
        PACKAGE.matcher(page)
                .results()
                .filter(row -> !Files.isDirectory(ROOT.resolve(row.group(1))))
                .forEach(row -> arrows.put(row.group(1), code(row.group(2))));
        assertThat(arrows).isEqualTo(ArchitectureTest.ARROWS);
    }

    @Test
    void everyPlaceExists() {
        Set<String> places = code(text -> text.contains("/"));
        assertThat(places).hasSizeGreaterThan(5).allSatisfy(place -> assertThat(ROOT.resolve(place))
                .exists());
    }

    private static Set<String> code(Predicate<String> kind) {
        return code(page).stream().filter(kind).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> code(String text) {
        return CODE.matcher(PICTURE.matcher(text).replaceAll(""))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
