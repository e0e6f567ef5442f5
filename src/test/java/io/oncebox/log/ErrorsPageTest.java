// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page lists every code that there is, and no other; for exceptions with the text that they have. */
class ErrorsPageTest {

    private static final Path SOURCES = Path.of("main", "java", "io", "oncebox", "log");
    private static final Path PAGE = Path.of("..", "docs", "errors.md");

    private static final Pattern ERROR = Pattern.compile(
            "error\\(\\s*\"(\\d{4})\",\\s*(?:null|cause),\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*\\+?\\s*)+)");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    @Test
    void pageAndCodeHaveTheSameCodes() throws IOException {
        List<String> errors = codes("(?<=error\\()\\s*\"(\\d{4})\"", errors());
        List<String> logged = codes("OBX-(\\d{4}):", Files.readString(SOURCES.resolve("Log.java")));
        assertThat(errors).isNotEmpty().doesNotHaveDuplicates();
        TreeSet<String> all = new TreeSet<>(errors);
        all.addAll(logged);
        assertThat(codes("\\| `OBX-(\\d{4})`", Files.readString(PAGE))).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void pageGivesTheTextsOfTheExceptions() throws IOException {
        String page = Files.readString(PAGE);
        List<String> rows =
                ERROR.matcher(errors()).results().map(ErrorsPageTest::row).toList();
        assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(page).contains(row));
    }

    private static String row(MatchResult error) {
        String text = LITERAL.matcher(error.group(2))
                .results()
                .map(literal -> literal.group(1))
                .collect(Collectors.joining());
        return "| `OBX-" + error.group(1) + "` | "
                + text.replaceAll("%[sd]", "…").replace("\\\"", "\"").replace("|", "\\|") + " |";
    }

    /** The text of the classes that make exceptions. */
    private static String errors() throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file : files.filter(path -> path.toString().endsWith("Errors.java"))
                    .sorted()
                    .toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    private static List<String> codes(String pattern, String text) {
        return new ArrayList<>(Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(code -> code.group(1))
                .toList());
    }
}
