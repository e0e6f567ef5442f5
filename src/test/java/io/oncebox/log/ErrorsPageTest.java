// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page lists every code that there is, and no other. */
class ErrorsPageTest {

    private static final Path SOURCES = Path.of("main", "java", "io", "oncebox", "log");
    private static final Path PAGE = Path.of("..", "docs", "errors.md");

    @Test
    void pageAndCodeHaveTheSameCodes() throws IOException {
        List<String> errors = find("(?<=error\\()\\s*\"(\\d{4})\"", SOURCES.resolve("Errors.java"));
        List<String> logged = find("OBX-(\\d{4}):", SOURCES.resolve("Log.java"));
        assertThat(errors).isNotEmpty().doesNotHaveDuplicates();
        TreeSet<String> all = new TreeSet<>(errors);
        all.addAll(logged);
        assertThat(find("\\| `OBX-(\\d{4})`", PAGE)).containsExactlyInAnyOrderElementsOf(all);
    }

    private static List<String> find(String pattern, Path file) throws IOException {
        Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(file));
        List<String> found = new ArrayList<>();
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
