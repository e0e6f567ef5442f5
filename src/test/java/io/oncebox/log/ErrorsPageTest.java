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
        List<String> errors = codes("(?<=error\\()\\s*\"(\\d{4})\"", SOURCES.resolve("Errors.java"));
        List<String> logged = codes("OBX-(\\d{4}):", SOURCES.resolve("Log.java"));
        assertThat(errors).isNotEmpty().doesNotHaveDuplicates();
        TreeSet<String> all = new TreeSet<>(errors);
        all.addAll(logged);
        assertThat(codes("\\| `OBX-(\\d{4})`", PAGE)).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void pageGivesTheTextsOfTheExceptions() throws IOException {
        String page = Files.readString(PAGE);
        List<String> rows = ERROR.matcher(Files.readString(SOURCES.resolve("Errors.java")))
                .results()
                .map(ErrorsPageTest::row)
                .toList();
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

    private static List<String> codes(String pattern, Path file) throws IOException {
        return new ArrayList<>(Pattern.compile(pattern)
                .matcher(Files.readString(file))
                .results()
                .map(code -> code.group(1))
                .toList());
    }
}
